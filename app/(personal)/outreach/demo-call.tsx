'use client';

import { useCallback } from 'react';
import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/name-in-url';
import { ReplyLink } from '@/components/outreach/reply-link';
import { CallWidget } from '@/components/call/call-widget';
import { callCopyCs } from '@/lib/content/call-cs';
import type { AfterCallCopy } from '@/lib/content/personal-cs';

interface DemoCallProps {
  assistantId: string;
  contactName: string | null;
  limit: string;
  copy: AfterCallCopy;
  replyUrl: string;
}

/** The call with the prospect's own assistant. */
export function DemoCall({ assistantId, contactName, limit, copy, replyUrl }: DemoCallProps) {
  const removeName = useCallback(
    () => removeNameFromUrl(assistantId, contactName),
    [assistantId, contactName],
  );
  return (
    <CallWidget
      copy={callCopyCs}
      beforeStart={removeName}
      limit={limit}
      assistantId={assistantId}
      failureAction={<ReplyLink copy={copy} href={replyUrl} variant="quiet" />}
      getLinkToCopy={buildLinkWithName}
      thanks={copy.thanks}
      nextStep={<ReplyLink copy={copy} href={replyUrl} />}
    />
  );
}
