import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Icon, VoiceLine } from '@/components/ui/icon';
import { TextWithLink } from '@/components/ui/text';
import { useBrowserValue } from '@/components/ui/use-browser-value';
import type { CallCopy } from '@/lib/content/call-en';
import type { CallState, CallStateOf } from '@/lib/call/session/call-state';
import type { CallFailure, EndedCall } from '@/lib/call/types';
import { useCallContext, type CallContextValue } from './call-context';
import { FailureActions } from './controls/failure-actions';
import { LiveControls } from './controls/live-controls';
import { MIN_RECEIPT_SECONDS, Receipt } from './receipt';
import { renderStage, Spinner, StageNotes, StageTitle } from './stage';
import { ActivityLabel, CallTimer } from './live-parts';
import { LiveTranscript } from './live-transcript';
import { VoiceRecordLine } from './voice-record-line';

/** Only the server's HTML has the children: React removes them once it handles presses. */
function UntilHydrated({ children }: { children: ReactNode }) {
  return useBrowserValue(() => false, true) && children;
}

/** Whether the assistant speaks to a visitor who can't interrupt it by voice. */
const isTalkedOver = (state: CallStateOf<'live'>) =>
  state.activity === 'speaking' &&
  (state.muted || state.typing || state.input === 'text' || state.microphone === 'lost');

// `CallSession` takes the early press over.
const unmarkPress = (start: HTMLElement | null) => start?.removeAttribute('data-pressed');

/** What was typed and not sent when the call ended. */
function formatUnsent({ copy, draft }: CallContextValue): string | false {
  const text = draft.get().trim();
  return text !== '' && copy.unsent.replace('{text}', () => text);
}

export const formatMaxDuration = ({ timeLimit }: CallCopy, maxSeconds: number) =>
  timeLimit.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));

/** The mark of the voice, under the first of the things that can be said. */
function Examples({ maxSeconds }: { maxSeconds: number | undefined }) {
  const { copy } = useCallContext();
  const { title, sentences } = copy.examples;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-note text-muted">
        <span>{title}</span>
        <span>{maxSeconds === undefined ? '' : formatMaxDuration(copy, maxSeconds)}</span>
      </p>
      <Chips sentences={sentences.slice(0, 1)} />
      <VoiceLine drawing="horizon" className="stage-mark" />
    </>
  );
}

function Chips({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="stage-chips">
      {sentences.map((sentence) => (
        // Quotation marks would make English pages load the second font file.
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

// Functions instead of components, so that every state keeps the same two live regions.

function renderWaiting(call: CallContextValue, state: CallStateOf<'initialising' | 'idle'>) {
  const { copy, session, maxSeconds, cannotCall } = call;
  const isIdle = state.status === 'idle';
  const reason = isIdle && state.ended && copy.endedBy[state.ended.reason];
  return renderStage({
    variant: 'waiting',
    title: isIdle ? copy.ready : copy.initialising,
    aside: !isIdle && state.press && <Spinner />,
    cover: <UntilHydrated>{cannotCall}</UntilHydrated>,
    record: <Examples maxSeconds={isIdle ? session.maxSeconds : maxSeconds} />,
    notes: [reason, formatUnsent(call)],
    controls: (
      <Button
        ref={unmarkPress}
        data-call-main=""
        // An early press is kept.
        aria-disabled={!isIdle || undefined}
        // `keepPresses` may have marked it.
        suppressHydrationWarning
        onClick={() => session.start()}
      >
        <Icon name="phone" />
        <span>{copy.start}</span>
      </Button>
    ),
    children: (
      <>
        <Chips sentences={copy.examples.sentences.slice(1)} />
        <p className="stage-disclosure">
          <TextWithLink before={copy.disclosure} link={copy.privacyLink} href={copy.privacyHref} />
        </p>
      </>
    ),
  });
}

function renderConnecting(
  { copy, session }: CallContextValue,
  { phase, playback }: CallStateOf<'connecting'>,
) {
  const isPlaybackBlocked = playback === 'blocked';
  return renderStage({
    variant: 'connecting',
    title: copy.connecting,
    aside: <Spinner />,
    record: <Examples maxSeconds={session.maxSeconds} />,
    notes: [
      isPlaybackBlocked && copy.playbackBlocked,
      phase === 'microphone' && copy.askingForMicrophone,
    ],
    controls: (
      <>
        {isPlaybackBlocked && (
          <Button onClick={() => session.call?.room?.sound.unblock()}>{copy.tapToHear}</Button>
        )}
        <Button variant="quiet" data-call-main="" onClick={() => session.end()}>
          {copy.cancel}
        </Button>
      </>
    ),
    children: <Chips sentences={copy.examples.sentences.slice(1)} />,
  });
}

function renderLive(
  { copy, session }: CallContextValue,
  state: CallStateOf<'live' | 'ending'>,
  notes: readonly (string | false)[],
) {
  const isLive = state.status === 'live';
  const hasInterruption = isLive && isTalkedOver(state);
  return renderStage({
    variant: 'live',
    title: isLive ? copy.active : copy.ending,
    tone: isLive ? 'live' : 'plain',
    aside: isLive && <CallTimer state={state} />,
    record: (
      <div className="stage-voices">
        <VoiceRecordLine record={session.record} isLive={isLive} />
        {hasInterruption && (
          <button
            type="button"
            onClick={() => session.call?.interrupt(copy.interruption)}
            className="stage-pill"
          >
            {copy.stopTalking}
          </button>
        )}
        <ActivityLabel
          activity={isLive ? state.activity : null}
          className={hasInterruption && '@max-[16rem]:hidden'}
        />
      </div>
    ),
    // Not a note of the bar, whose button says it.
    notes: [...notes, isLive && state.muted && copy.youAreMuted],
    controls: <LiveControls state={state} />,
    children: <LiveTranscript isTyped={isLive && state.input === 'text'} />,
  });
}

function renderReceipt(call: CallContextValue, ended: EndedCall, failure: CallFailure | null) {
  const { copy, thanks } = call;
  const failureCopy = failure && copy.failures[failure.kind];
  const outcome = failureCopy ? failureCopy.message : copy.endedBy[ended.reason];
  const title = failure ? copy.errorTitle : (thanks?.title ?? outcome);
  return (
    <div className="stage stage-receipt">
      <StageTitle key="title" title={title} tone={failure ? 'failed' : 'plain'} />
      <div key="body" className="stage-body [display:contents]">
        <StageNotes
          key="notes"
          notes={[outcome !== title && outcome, formatUnsent(call)]}
          className={cx('empty:hidden', failure ? 'text-lead' : 'text-(length:--text-note)')}
        />
      </div>
      <Receipt failure={failureCopy} ended={ended} />
    </div>
  );
}

function renderFailed(call: CallContextValue, { kind }: CallFailure) {
  const { copy } = call;
  const failure = copy.failures[kind];
  return renderStage({
    variant: 'failed',
    title: copy.errorTitle,
    tone: 'failed',
    record: (
      <VoiceLine drawing="horizon" className="stage-mark h-full min-h-0 w-full text-line-strong" />
    ),
    notes: [failure.message, formatUnsent(call)],
    controls: <FailureActions failure={failure} />,
  });
}

interface CallViewProps {
  state: CallState;
  notes?: readonly (string | false)[];
}

export function CallView({ state, notes = [] }: CallViewProps) {
  const call = useCallContext();
  const { thanks } = call;
  switch (state.status) {
    case 'initialising':
      return renderWaiting(call, state);
    case 'unusable':
      return renderFailed(call, state.failure);
    case 'connecting':
      return renderConnecting(call, state);
    case 'live':
    case 'ending':
      return renderLive(call, state, notes);
    case 'idle':
      if (state.ended && (thanks || state.ended.durationSeconds >= MIN_RECEIPT_SECONDS))
        return renderReceipt(call, state.ended, state.failure);
      if (state.failure) return renderFailed(call, state.failure);
      return renderWaiting(call, state);
  }
}
