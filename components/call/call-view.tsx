import type { ReactNode } from 'react';
import { formatMaxDuration, type CallCopy, type FailureKind } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/session/call-session';
import type { CallState } from '@/lib/call/session/call-state';
import type { EndedCall } from '@/lib/call/types';
import { CallTimer, formatClock } from './call-timer';
import { ConnectingControls } from './controls/connecting-controls';
import { Examples } from './examples';
import { FailureActions } from './controls/failure-actions';
import { LiveControls } from './controls/live-controls';
import { Receipt } from './receipt/receipt';
import { ReceiptControls, type AfterCallSlots } from './receipt/receipt-controls';
import { Spinner, Stage, type StageProps } from './stage';
import { StartControls } from './controls/start-controls';
import { LiveTranscript } from './transcript/live-transcript';
import { TurnLabel } from './transcript/turn-label';
import { VoiceRecordLine } from './voice-record-line';

export interface CallViewProps extends AfterCallSlots {
  copy: CallCopy;
  state: CallState;
  session: CallSession;
  privacyHref: string;
  /** The time limit of a call, if the page knows it before the widget does. */
  limit?: string | undefined;
  /** Another way to reach us, offered with every failure. */
  failureAction?: ReactNode;
  /** The link to this page; its address by default. */
  getLinkToCopy?: (() => string) | undefined;
}

type PropsInState<Status extends CallState['status']> = CallViewProps & {
  state: Extract<CallState, { status: Status }>;
};

/** Shorter calls have no receipt. */
const MIN_RECEIPT_SECONDS = 10;

function getWaitingProps(props: PropsInState<'initialising' | 'idle'>): StageProps {
  const { copy, state, session, privacyHref } = props;
  const isIdle = state.status === 'idle';
  // The set-up must not replace the “ready” that the page has shown.
  const isReady = isIdle || state.readyShown === true;
  const reason = isIdle ? findEndReason(copy, state.ended) : undefined;
  return {
    variant: 'waiting',
    title: isReady ? copy.ready : copy.initialising,
    titleAside: state.status === 'initialising' && state.startRequested && <Spinner />,
    children: (
      <Examples
        {...copy.examples}
        limit={isIdle ? formatMaxDuration(copy, session.maxSeconds) : props.limit}
      />
    ),
    notes: reason ? [reason] : [],
    controls: (
      <StartControls
        copy={copy}
        privacyHref={privacyHref}
        disabled={!isReady}
        onStart={() => session.start()}
      />
    ),
  };
}

function getFailedProps(props: PropsInState<'unusable' | 'idle'>, kind: FailureKind): StageProps {
  const { copy, state, session, failureAction, getLinkToCopy } = props;
  const failure = copy.failures[kind];
  const isIdle = state.status === 'idle';
  const typedCall = { label: copy.typeInstead, onStart: () => session.start('text') };
  return {
    variant: 'failed',
    title: copy.errorTitle,
    tone: 'failed',
    notes: [failure.message],
    controls: (
      <FailureActions
        failure={failure}
        onRetry={() => (isIdle ? session.start() : session.reload())}
        typedCall={failure.typing && typedCall}
        failureAction={failureAction}
        getLinkToCopy={getLinkToCopy}
      />
    ),
  };
}

function getReceiptProps(props: PropsInState<'idle'>): StageProps {
  const { copy, state, session, thanks } = props;
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
    children: <Receipt copy={copy} session={session} />,
    notes: outcome && outcome !== title ? [outcome] : [],
    controls: <ReceiptControls {...props} onStart={() => session.start()} />,
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

function getConnectingProps({ copy, state, session }: PropsInState<'connecting'>): StageProps {
  const isPlaybackBlocked = state.playback === 'blocked';
  return {
    variant: 'connecting',
    title: copy.connecting,
    titleAside: <Spinner />,
    children: <Examples {...copy.examples} limit={formatMaxDuration(copy, session.maxSeconds)} />,
    notes: [
      ...(state.step === 'microphone' ? [copy.askingForMicrophone] : []),
      ...(isPlaybackBlocked ? [copy.playbackBlocked] : []),
    ],
    controls: (
      <ConnectingControls copy={copy} isPlaybackBlocked={isPlaybackBlocked} session={session} />
    ),
  };
}

function getLiveProps({ copy, state, session }: PropsInState<'live' | 'ending'>): StageProps {
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
        <TurnLabel copy={copy} turn={isLive ? state.turn : null} />
      </div>
    ),
    children: <LiveTranscript copy={copy} session={session} />,
    notes: isLive ? listLiveNotes(copy, state) : [],
    controls: <LiveControls copy={copy} state={state} session={session} />,
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

function getStageProps(props: CallViewProps): StageProps {
  const { state } = props;
  switch (state.status) {
    case 'initialising':
      return getWaitingProps({ ...props, state });
    case 'unusable':
      return getFailedProps({ ...props, state }, state.failure.kind);
    case 'connecting':
      return getConnectingProps({ ...props, state });
    case 'live':
    case 'ending':
      return getLiveProps({ ...props, state });
    case 'idle':
      if (state.ended && (props.thanks || state.ended.durationSeconds >= MIN_RECEIPT_SECONDS))
        return getReceiptProps({ ...props, state });
      if (state.failure) return getFailedProps({ ...props, state }, state.failure.kind);
      return getWaitingProps({ ...props, state });
  }
}

/** Maps each state of the call to what the stage shows. */
export function CallView(props: CallViewProps) {
  return <Stage {...getStageProps(props)} />;
}
