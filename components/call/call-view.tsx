import type { ReactNode } from 'react';
import { formatMaxDuration, type CallCopy, type FailureKind } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/state/call-session';
import type { CallState, EndedCall } from '@/lib/call/state/call-state';
import { CallTimer, formatClock } from './call-timer';
import { ConnectingControls } from './controls/connecting-controls';
import { Examples } from './talk/examples';
import { FailureActions } from './controls/failure-actions';
import { LiveControls } from './controls/live-controls';
import { Receipt } from './receipt/receipt';
import { ReceiptControls, type AfterCallSlots } from './receipt/receipt-controls';
import { Spinner, Stage, type StageProps } from './stage';
import { StartControls } from './controls/start-controls';
import { Talk } from './talk/talk';
import { TurnLabel } from './talk/turn-label';
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
  linkToCopy?: (() => string) | undefined;
}

type In<Status extends CallState['status']> = CallViewProps & {
  state: Extract<CallState, { status: Status }>;
};

/** Shorter calls have no receipt. */
const MIN_RECEIPT_SECONDS = 10;

function renderWaiting(props: In<'initialising' | 'idle'>): StageProps {
  const { copy, state, session, privacyHref } = props;
  const idle = state.status === 'idle';
  // The set-up must not replace the “ready” that the page has shown.
  const ready = idle || state.readyShown === true;
  const reason = idle ? findEndReason(copy, state.ended) : undefined;
  return {
    look: 'waiting',
    title: ready ? copy.ready : copy.initialising,
    aside: state.status === 'initialising' && state.startRequested && <Spinner />,
    children: (
      <Examples
        {...copy.examples}
        limit={idle ? formatMaxDuration(copy, session.maxSeconds) : props.limit}
      />
    ),
    notes: reason ? [reason] : [],
    controls: (
      <StartControls
        copy={copy}
        privacyHref={privacyHref}
        disabled={!ready}
        onStart={() => session.start()}
      />
    ),
  };
}

function renderFailed(props: In<'unusable' | 'idle'>, kind: FailureKind): StageProps {
  const { copy, state, session, failureAction, linkToCopy } = props;
  const failure = copy.failures[kind];
  const idle = state.status === 'idle';
  const typing = { label: copy.typeInstead, onStart: () => session.start('text') };
  return {
    look: 'failed',
    title: copy.errorTitle,
    tone: 'failed',
    notes: [failure.message],
    controls: (
      <FailureActions
        failure={failure}
        onRetry={() => (idle ? session.start() : session.reload())}
        typing={failure.typing && typing}
        failureAction={failureAction}
        linkToCopy={linkToCopy}
      />
    ),
  };
}

function renderReceipt(props: In<'idle'>): StageProps {
  const { copy, state, session, thanks } = props;
  const { failure, ended } = state;
  const outcome = failure ? copy.failures[failure.kind].message : findEndReason(copy, ended);
  const title = thanks?.title ?? (failure ? copy.errorTitle : outcome);
  return {
    look: 'receipt',
    title: title ?? copy.ready,
    tone: failure && !thanks ? 'failed' : 'plain',
    aside: (
      <p className="shrink-0 text-note text-muted">
        {formatDuration(copy, ended?.durationSeconds ?? 0)}
      </p>
    ),
    line: <VoiceRecordLine record={session.record} live={false} />,
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

function renderConnecting({ copy, state, session }: In<'connecting'>): StageProps {
  const blocked = state.playback === 'blocked';
  return {
    look: 'connecting',
    title: copy.connecting,
    aside: <Spinner />,
    children: <Examples {...copy.examples} limit={formatMaxDuration(copy, session.maxSeconds)} />,
    notes: [
      ...(state.step === 'microphone' ? [copy.askingForMicrophone] : []),
      ...(blocked ? [copy.playbackBlocked] : []),
    ],
    controls: <ConnectingControls copy={copy} blocked={blocked} session={session} />,
  };
}

function renderLive({ copy, state, session }: In<'live' | 'ending'>): StageProps {
  const isLive = state.status === 'live';
  return {
    look: 'live',
    title: isLive ? copy.active : copy.ending,
    tone: isLive ? 'live' : 'plain',
    aside: isLive && (
      <CallTimer startedAt={state.startedAt} urgent={state.lastMinute} label={copy.elapsed} />
    ),
    line: (
      <div className="grid h-full grid-rows-[minmax(0,1fr)_auto]">
        <VoiceRecordLine record={session.record} live={isLive} />
        <TurnLabel copy={copy} turn={isLive ? state.turn : null} />
      </div>
    ),
    children: <Talk copy={copy} session={session} />,
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

function renderState(props: CallViewProps): StageProps {
  const { state } = props;
  switch (state.status) {
    case 'initialising':
      return renderWaiting({ ...props, state });
    case 'unusable':
      return renderFailed({ ...props, state }, state.failure.kind);
    case 'connecting':
      return renderConnecting({ ...props, state });
    case 'live':
    case 'ending':
      return renderLive({ ...props, state });
    case 'idle':
      if (state.ended && (props.thanks || state.ended.durationSeconds >= MIN_RECEIPT_SECONDS))
        return renderReceipt({ ...props, state });
      if (state.failure) return renderFailed({ ...props, state }, state.failure.kind);
      return renderWaiting({ ...props, state });
  }
}

/** Maps each state of the call to what the stage shows. */
export function CallView(props: CallViewProps) {
  return <Stage {...renderState(props)} />;
}
