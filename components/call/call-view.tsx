import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import type { CallCopy } from '@/lib/content/call-en';
import type { CallState, CallStateOf } from '@/lib/call/session/call-state';
import type { CallFailure, EndedCall } from '@/lib/call/types';
import { useCallContext, type CallContextValue } from './call-context';
import { CallTimer, formatClock } from './call-timer';
import { Examples } from './examples';
import { FailureActions } from './controls/failure-actions';
import { LiveControls } from './controls/live-controls';
import { Receipt } from './receipt/receipt';
import { ReceiptControls } from './receipt/receipt-controls';
import { Spinner, Stage } from './stage';
import { StopTalking } from './controls/stop-talking';
import { StartControls } from './controls/start-controls';
import { LiveTranscript } from './transcript/live-transcript';
import { ActivityLabel } from './activity-label';
import { VoiceRecordLine } from './voice-record-line';

const neverChanges = () => () => undefined;

/** Only the server's HTML has the children: React removes them once it handles presses. */
function UntilHydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return !isHydrated && children;
}

// Functions instead of components, so that every state keeps the same `Stage`.

/** Shorter calls have no receipt, or on a page that thanks no rating if they failed. */
const MIN_RECEIPT_SECONDS = 10;

function renderWaiting(
  { copy, session, maxSeconds, cannotCall }: CallContextValue,
  state: CallStateOf<'initialising' | 'idle'>,
) {
  const isIdle = state.status === 'idle';
  const reason = isIdle && state.ended && copy.endedBy[state.ended.reason];
  return (
    <Stage
      variant="waiting"
      title={isIdle ? copy.ready : copy.initialising}
      titleAside={!isIdle && state.startRequested && <Spinner />}
      cover={<UntilHydrated>{cannotCall}</UntilHydrated>}
      notes={reason ? [reason] : []}
      controls={<StartControls disabled={!isIdle} />}
    >
      <Examples maxSeconds={isIdle ? session.maxSeconds : maxSeconds} />
    </Stage>
  );
}

function renderConnecting(
  { copy, session }: CallContextValue,
  { phase, playback }: CallStateOf<'connecting'>,
) {
  const isPlaybackBlocked = playback === 'blocked';
  const notes = [
    isPlaybackBlocked && copy.playbackBlocked,
    phase === 'microphone' && copy.askingForMicrophone,
  ];
  return (
    <Stage
      variant="connecting"
      title={copy.connecting}
      titleAside={<Spinner />}
      notes={notes.filter((note) => note !== false)}
      controls={
        <>
          {isPlaybackBlocked && (
            <Button onClick={() => session.call?.unblockPlayback()}>{copy.tapToHear}</Button>
          )}
          <Button
            variant="quiet"
            data-call-main=""
            onClick={() => session.end()}
            className="min-w-44"
          >
            {copy.cancel}
          </Button>
        </>
      }
    >
      <Examples maxSeconds={session.maxSeconds} />
    </Stage>
  );
}

function renderLive({ copy, session }: CallContextValue, state: CallStateOf<'live' | 'ending'>) {
  const isLive = state.status === 'live';
  return (
    <Stage
      variant="live"
      title={isLive ? copy.active : copy.ending}
      tone={isLive ? 'live' : 'plain'}
      titleAside={
        isLive && (
          <CallTimer
            startedAt={state.startedAt}
            endsAt={state.endsAt}
            isUrgent={state.lastMinute}
            label={copy.elapsed}
          />
        )
      }
      record={
        <div className="relative grid h-full grid-rows-[minmax(0,1fr)_auto]">
          <VoiceRecordLine record={session.record} isLive={isLive} />
          <ActivityLabel activity={isLive ? state.activity : null} />
          {isLive && state.activity === 'speaking' && (
            <StopTalking
              isSilent={state.muted || state.input === 'text' || state.microphone === 'lost'}
            />
          )}
        </div>
      }
      notes={isLive ? listLiveNotes(copy, state) : []}
      controls={<LiveControls state={state} />}
    >
      <LiveTranscript />
    </Stage>
  );
}

/** Lists what has to be said in a live call, the most urgent first. */
export function listLiveNotes(copy: CallCopy, state: CallStateOf<'live'>): string[] {
  const notes = [
    state.connection === 'interrupted' && copy.interrupted,
    state.unheard && state.microphone !== 'lost' && copy.unheard,
    state.loudspeakerReplaced && copy.loudspeakerReplaced,
    state.microphone === 'lost' && copy.microphoneLost,
    state.microphone === 'replaced' && copy.microphoneReplaced,
    state.paused && copy.microphonePaused,
    state.playback === 'blocked' && copy.playbackBlocked,
    state.lastMinute &&
      copy.lastMinute.replace(
        '{time}',
        formatClock(Math.round((state.endsAt - state.startedAt) / 1000)),
      ),
    state.muted && copy.youAreMuted,
  ];
  return notes.filter((note) => note !== false);
}

function formatDuration({ receipt }: CallCopy, seconds: number): string {
  return (seconds < 60 ? receipt.seconds : receipt.minutes)
    .replace('{minutes}', String(Math.floor(seconds / 60)))
    .replace('{seconds}', String(seconds % 60));
}

function renderReceipt(
  { copy, session, thanks }: CallContextValue,
  { reason, durationSeconds }: EndedCall,
  failure: CallFailure | null,
) {
  const failureCopy = failure && copy.failures[failure.kind];
  const outcome = failureCopy ? failureCopy.message : copy.endedBy[reason];
  const title = failure ? copy.errorTitle : (thanks?.title ?? outcome);
  return (
    <Stage
      variant="receipt"
      title={title}
      tone={failure ? 'failed' : 'plain'}
      titleAside={
        <p className="shrink-0 text-note text-muted">{formatDuration(copy, durationSeconds)}</p>
      }
      record={<VoiceRecordLine record={session.record} isLive={false} />}
      notes={outcome === title ? [] : [outcome]}
      controls={
        <ReceiptControls
          failure={failureCopy}
          canRate={!failure || durationSeconds >= MIN_RECEIPT_SECONDS}
        />
      }
    >
      <Receipt />
    </Stage>
  );
}

function renderFailed({ copy }: CallContextValue, { kind }: CallFailure, onRetry: () => void) {
  const failure = copy.failures[kind];
  return (
    <Stage
      variant="failed"
      title={copy.errorTitle}
      tone="failed"
      notes={[failure.message]}
      controls={<FailureActions failure={failure} onRetry={onRetry} />}
    />
  );
}

interface CallViewProps {
  state: CallState;
}

export function CallView({ state }: CallViewProps) {
  const call = useCallContext();
  const { session, thanks } = call;
  switch (state.status) {
    case 'initialising':
      return renderWaiting(call, state);
    case 'unusable':
      return renderFailed(call, state.failure, () => session.reload());
    case 'connecting':
      return renderConnecting(call, state);
    case 'live':
    case 'ending':
      return renderLive(call, state);
    case 'idle':
      if (state.ended && (thanks || state.ended.durationSeconds >= MIN_RECEIPT_SECONDS))
        return renderReceipt(call, state.ended, state.failure);
      if (state.failure) return renderFailed(call, state.failure, () => session.start());
      return renderWaiting(call, state);
  }
}
