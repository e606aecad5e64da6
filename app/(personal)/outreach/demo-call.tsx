'use client';

import { useCallback, type ReactNode } from 'react';
import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/name-in-url';
import { ReplyLink } from '@/components/outreach/reply-link';
import { CallWidget } from '@/components/call/call-widget';
import type { CallCopy } from '@/lib/content/call-copy';
import type { AfterCallCopy } from '@/lib/content/personal-cs';

interface DemoCallProps {
  copy: CallCopy;
  assistantId: string;
  contactName: string | null;
  limit: string;
  afterCall: AfterCallCopy;
  replyUrl: string;
  failureAction: ReactNode;
  cannotCall: ReactNode;
}

/** The call with the prospect's own assistant. */
export function DemoCall(props: DemoCallProps) {
  const { copy, assistantId, contactName, limit, afterCall, replyUrl } = props;
  const { language } = copy;
  const removeName = useCallback(
    () => removeNameFromUrl(assistantId, contactName, language),
    [assistantId, contactName, language],
  );
  return (
    <CallWidget
      copy={copy}
      beforeStart={removeName}
      limit={limit}
      assistantId={assistantId}
      failureAction={props.failureAction}
      cannotCall={props.cannotCall}
      getLinkToCopy={buildLinkWithName}
      thanks={afterCall.thanks}
      nextStep={<ReplyLink copy={afterCall} href={replyUrl} />}
    />
  );
}
