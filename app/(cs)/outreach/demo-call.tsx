'use client';

import { useState, type ReactNode } from 'react';
import { AfterCall } from '@/components/outreach/after-call';
import { DemoPanel } from '@/components/outreach/demo-panel';
import { removeNameFromUrl } from '@/components/outreach/remove-name-from-url';
import { ReplyLink } from '@/components/outreach/reply-link';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import type { CallShellCopy } from '@/lib/content/call-copy';
import type { PersonalCopy } from '@/lib/content/cs';

type DemoCallProps = {
  assistantId: string;
  heading: string;
  call: CallShellCopy;
  ready: string;
  afterCall: PersonalCopy['afterCall'];
  /** A booking page or a mail address. */
  replyUrl: string | undefined;
  /** Shown under the call. */
  children: ReactNode;
};

/** The call with the prospect's own assistant, and what is shown after it. */
export function DemoCall({
  assistantId,
  heading,
  call,
  ready,
  afterCall,
  replyUrl,
  children,
}: DemoCallProps) {
  const [outcome, setOutcome] = useState<'ended' | 'failed' | null>(null);
  return (
    // In the capture phase, so the name is gone before any button starts a call.
    <DemoPanel onClickCapture={removeNameFromUrl}>
      <h2 className="sr-only">{heading}</h2>
      <CallWidgetLoader
        copy={call}
        when="idle"
        ready={ready}
        privacyHref="/privacy#cs"
        assistantId={assistantId}
        onCallStart={() => setOutcome(null)}
        onCallEnd={({ reason }) => setOutcome(reason === 'failed' ? 'failed' : 'ended')}
        onCallError={() => setOutcome('failed')}
      />
      {children}
      <AfterCall copy={afterCall} outcome={outcome}>
        {replyUrl && <ReplyLink copy={afterCall} href={replyUrl} />}
      </AfterCall>
    </DemoPanel>
  );
}
