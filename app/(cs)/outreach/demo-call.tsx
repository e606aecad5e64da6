'use client';

import { useCallback, type ReactNode } from 'react';
import { DemoPanel } from '@/components/outreach/demo-panel';
import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/remove-name-from-url';
import { ReplyLink } from '@/components/outreach/reply-link';
import { CallWidget } from '@/components/call/call-widget';
import { callCopyCs } from '@/lib/content/call-cs';
import type { PersonalCopy } from '@/lib/content/cs';

interface DemoCallProps {
  assistantId: string;
  contactName: string | null;
  heading: string;
  limit: string;
  afterCall: PersonalCopy['afterCall'];
  replyUrl: string;
  children: ReactNode;
}

/** The call with the prospect's own assistant. */
export function DemoCall({
  assistantId,
  contactName,
  heading,
  limit,
  afterCall,
  replyUrl,
  children,
}: DemoCallProps) {
  const removeName = useCallback(
    () => removeNameFromUrl(assistantId, contactName),
    [assistantId, contactName],
  );
  return (
    <DemoPanel>
      <h2 className="sr-only">{heading}</h2>
      <CallWidget
        copy={callCopyCs}
        beforeStart={removeName}
        limit={limit}
        privacyHref="/privacy#cs"
        assistantId={assistantId}
        failureAction={<ReplyLink copy={afterCall} href={replyUrl} variant="quiet" />}
        getLinkToCopy={buildLinkWithName}
        thanks={afterCall.thanks}
        nextStep={<ReplyLink copy={afterCall} href={replyUrl} />}
      />
      {children}
    </DemoPanel>
  );
}
