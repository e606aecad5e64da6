'use client';

import { CallWidget, type CallWidgetProps } from '@/components/call/call-widget';
import { type FollowedLink, getLink, shortenAddress } from '@/lib/kept-link';

interface DemoCallProps extends CallWidgetProps {
  assistantId: string;
  followed: FollowedLink;
}

export function DemoCall({ followed, ...call }: DemoCallProps) {
  return (
    <CallWidget
      {...call}
      getLink={() => getLink(followed.link)}
      beforeStart={() => shortenAddress(followed)}
    />
  );
}
