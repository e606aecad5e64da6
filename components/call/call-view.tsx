import { Button } from '@/components/ui/button';
import { formatMaxDuration, type CallCopy } from '@/lib/content/call-copy';
import type { FailureKind } from '@/lib/call/failures';
import type { CallState } from '@/lib/call/session/call-state';
import type { EndedCall } from '@/lib/call/types';
import { useCallContext, type CallContextValue } from './call-context';
import { CallTimer, formatClock } from './call-timer';
import { Examples } from './examples';
import { FailureActions } from './controls/failure-actions';
import { LiveControls } from './controls/live-controls';
import { Receipt } from './receipt/receipt';
import { ReceiptControls } from './receipt/receipt-controls';
import { Spinner, Stage, type StageProps } from './stage';
import { StartControls } from './controls/start-controls';
import { LiveTranscript } from './transcript/live-transcript';
import { TurnLabel } from './transcript/turn-label';
import { VoiceRecordLine } from './voice-record-line';

/** A state of the call with what its view needs. */
type View<Status extends CallState['status']> = CallContextValue & {
  state: Extract<CallState, { status: Status }>;
};

/** Shorter calls have no receipt. */
const MIN_RECEIPT_SECONDS = 10;

function getWaitingProps({
  copy,
  state,
  session,
  limit,
}: View<'initialising' | 'idle'>): StageProps {
  const isIdle = state.status === 'idle';
  const reason = isIdle ? findEndReason(copy, state.ended) : undefined;
  return {
    variant: 'waiting',
    title: isIdle ? copy.ready : copy.initialising,
    titleAside: state.status === 'initialising' && state.startRequested && <Spinner />,
    children: <Examples limit={isIdle ? formatMaxDuration(copy, session.maxSeconds) : limit} />,
    notes: reason ? [reason] : [],
    controls: <StartControls disabled={!isIdle} />,
  };
}

function getFailedProps(
  { copy, state, session }: View<'unusable' | 'idle'>,
  kind: FailureKind,
): StageProps {
  const failure = copy.failures[kind];
  const retry = () => (state.status === 'idle' ? session.start() : session.reload());
  return {
    variant: 'failed',
    title: copy.errorTitle,
    tone: 'failed',
    notes: [failure.message],
    controls: <FailureActions failure={failure} onRetry={retry} />,
  };
}

function getReceiptProps({ copy, state, session, thanks }: View<'idle'>): StageProps {
  const { failure, ended } = state;
  const outcome = failure ? copy.failures[failure.kind].message : findEndReason(copy, ended);
  const title = thanks?.title ?? (failure ? copy.errorTitle : outcome);
  return {
    variant: 'receipt',
    title: title ?? copy.ready,
    tone: failure && !thanks ? 'failed' : 'plain',
    titleAside: (
      <p className="shrink-0 text-note text-muted">
        {formatDuration(copy, ended?.durationSeconds ?? 0)}
      </p>
    ),
    voiceLine: <VoiceRecordLine record={session.record} isLive={false} />,
    children: <Receipt />,
    notes: outcome && outcome !== title ? [outcome] : [],
    controls: <ReceiptControls />,
  };
}

/** Returns undefined for a failed call and for a page that was left. */
function findEndReason(copy: CallCopy, ended: EndedCall | null): string | undefined {
  const reasons: Partial<Record<string, string>> = copy.endedBy;
  return ended ? reasons[ended.reason] : undefined;
}

function formatDuration({ receipt }: CallCopy, seconds: number): string {
  return (seconds < 60 ? receipt.seconds : receipt.minutes)
    .replace('{minutes}', String(Math.floor(seconds / 60)))
    .replace('{seconds}', String(seconds % 60));
}

function getConnectingProps({ copy, state, session }: View<'connecting'>): StageProps {
  const isPlaybackBlocked = state.playback === 'blocked';
  return {
    variant: 'connecting',
    title: copy.connecting,
    titleAside: <Spinner />,
    children: <Examples limit={formatMaxDuration(copy, session.maxSeconds)} />,
    notes: [
      ...(state.step === 'microphone' ? [copy.askingForMicrophone] : []),
      ...(isPlaybackBlocked ? [copy.playbackBlocked] : []),
    ],
    controls: (
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
    ),
  };
}

function getLiveProps({ copy, state, session }: View<'live' | 'ending'>): StageProps {
  const isLive = state.status === 'live';
  return {
    variant: 'live',
    title: isLive ? copy.active : copy.ending,
    tone: isLive ? 'live' : 'plain',
    titleAside: isLive && (
      <CallTimer
        startedAt={state.startedAt}
        endsAt={state.endsAt}
        isUrgent={state.lastMinute}
        label={copy.elapsed}
      />
    ),
    voiceLine: (
      <div className="grid h-full grid-rows-[minmax(0,1fr)_auto]">
        <VoiceRecordLine record={session.record} isLive={isLive} />
        <TurnLabel turn={isLive ? state.turn : null} />
      </div>
    ),
    children: <LiveTranscript />,
    notes: isLive ? listLiveNotes(copy, state) : [],
    controls: <LiveControls state={state} />,
  };
}

function listLiveNotes(copy: CallCopy, state: Extract<CallState, { status: 'live' }>): string[] {
  const notes = [
    state.muted && copy.youAreMuted,
    state.lastMinute &&
      copy.lastMinute.replace(
        '{time}',
        formatClock(Math.round((state.endsAt - state.startedAt) / 1000)),
      ),
    state.playback === 'blocked' && copy.playbackBlocked,
    state.paused && copy.microphonePaused,
    state.microphone === 'replaced' && copy.microphoneReplaced,
    state.microphone === 'lost' && copy.microphoneLost,
    state.unheard && state.microphone !== 'lost' && copy.unheard,
    state.connection === 'interrupted' && copy.interrupted,
  ];
  return notes.filter((note) => note !== false);
}

function getStageProps(call: CallContextValue, state: CallState): StageProps {
  switch (state.status) {
    case 'initialising':
      return getWaitingProps({ ...call, state });
    case 'unusable':
      return getFailedProps({ ...call, state }, state.failure.kind);
    case 'connecting':
      return getConnectingProps({ ...call, state });
    case 'live':
    case 'ending':
      return getLiveProps({ ...call, state });
    case 'idle':
      if (state.ended && (call.thanks || state.ended.durationSeconds >= MIN_RECEIPT_SECONDS))
        return getReceiptProps({ ...call, state });
      if (state.failure) return getFailedProps({ ...call, state }, state.failure.kind);
      return getWaitingProps({ ...call, state });
  }
}

interface CallViewProps {
  state: CallState;
  /** See `Stage`. */
  readyTitle?: string | undefined;
}

/** Maps each state of the call to what the stage shows. */
export function CallView({ state, readyTitle }: CallViewProps) {
  return <Stage {...getStageProps(useCallContext(), state)} readyTitle={readyTitle} />;
}
