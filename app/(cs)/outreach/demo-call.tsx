'use client';

import type { ReactNode } from 'react';
import { DemoPanel } from '@/components/outreach/demo-panel';
import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/remove-name-from-url';
import { ReplyLink } from '@/components/outreach/reply-link';
import { CallWidgetLoader } from '@/components/call/loading/call-widget-loader';
import type { CallShellCopy } from '@/lib/content/call-copy';
import type { PersonalCopy } from '@/lib/content/cs';

interface DemoCallProps {
  assistantId: string;
  contactName: string | null;
  heading: string;
  call: CallShellCopy;
  ready: string;
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
  call,
  ready,
  limit,
  afterCall,
  replyUrl,
  children,
}: DemoCallProps) {
  return (
    // In the capture phase, so that the name is removed before any button starts a call.
    <DemoPanel onClickCapture={() => removeNameFromUrl(assistantId, contactName)}>
      <h2 className="sr-only">{heading}</h2>
      <CallWidgetLoader
        copy={call}
        loadWhen="idle"
        ready={ready}
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
