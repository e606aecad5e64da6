'use client';

import { getLink, removeNameFromUrl } from '@/components/outreach/name-in-url';
import { CallWidget, type CallWidgetProps } from '@/components/call/call-widget';
import type { LinkFacts } from '@/lib/api';

interface DemoCallProps extends CallWidgetProps {
  assistantId: string;
  contactName: string | null;
  link: LinkFacts;
}

export function DemoCall({ contactName, link, ...call }: DemoCallProps) {
  const { assistantId } = call;
  const { language } = call.copy;
  const removeName = () => removeNameFromUrl(assistantId, { contactName, link }, language);
  return <CallWidget {...call} getLink={() => getLink(link)} beforeStart={removeName} />;
}
