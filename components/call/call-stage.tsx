import type { ReactNode } from 'react';
import { formatMaxDuration, type CallCopy, type FailureKind } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/state/call-session';
import type { CallState, EndedCall } from '@/lib/call/state/call-state';
import { CallTimer, clock } from './call-timer';
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

export interface CallStageProps extends AfterCallSlots {
  copy: CallCopy;
  state: CallState;
  session: CallSession;
  privacyHref: string;
  /** How long a call may take, where the page knows it before the widget does. */
  limit?: string | undefined;
  /** Offered with every failure: another way to reach us. */
  failureAction?: ReactNode;
  /** The link to this page, where it is not just its address. */
  linkToCopy?: (() => string) | undefined;
}

type In<Status extends CallState['status']> = CallStageProps & {
  state: Extract<CallState, { status: Status }>;
};

/** A shorter call leaves nothing to look back at. */
const RECEIPT_SECONDS = 10;

function waiting(props: In<'initialising' | 'idle'>): StageProps {
  const { copy, state, session, privacyHref } = props;
  const idle = state.status === 'idle';
  // What the page has said is not taken back while the widget is set up.
  const ready = idle || state.readyShown === true;
  const reason = idle ? endedBy(copy, state.ended) : undefined;
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

function failed(props: In<'unusable' | 'idle'>, kind: FailureKind): StageProps {
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

function receipt(props: In<'idle'>): StageProps {
  const { copy, state, session, thanks } = props;
  const { failure, ended } = state;
  const outcome = failure ? copy.failures[failure.kind].message : endedBy(copy, ended);
  const title = thanks?.title ?? (failure ? copy.errorTitle : outcome);
  return {
    look: 'receipt',
    title: title ?? copy.ready,
    tone: failure && !thanks ? 'failed' : 'plain',
    aside: (
      <p className="shrink-0 text-note text-muted">{lengthOf(copy, ended?.durationSeconds ?? 0)}</p>
    ),
    line: <VoiceRecordLine record={session.record} live={false} />,
    children: <Receipt copy={copy} session={session} />,
    notes: outcome && outcome !== title ? [outcome] : [],
    controls: <ReceiptControls {...props} onStart={() => session.start()} />,
  };
}

/** Who or what ended a call, where its end has a name: a failure and a page that was left have none. */
function endedBy(copy: CallCopy, ended: EndedCall | null): string | undefined {
  const words: Partial<Record<string, string>> = copy.endedBy;
  return ended ? words[ended.reason] : undefined;
}

function lengthOf({ receipt: { minutes, seconds } }: CallCopy, length: number): string {
  return (length < 60 ? seconds : minutes)
    .replace('{minutes}', String(Math.floor(length / 60)))
    .replace('{seconds}', String(length % 60));
}

function connecting({ copy, state, session }: In<'connecting'>): StageProps {
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

function live({ copy, state, session }: In<'live' | 'ending'>): StageProps {
  const goesOn = state.status === 'live';
  return {
    look: 'live',
    title: goesOn ? copy.active : copy.ending,
    tone: goesOn ? 'live' : 'plain',
    aside: goesOn && (
      <CallTimer startedAt={state.startedAt} urgent={state.lastMinute} label={copy.elapsed} />
    ),
    line: (
      <div className="grid h-full grid-rows-[minmax(0,1fr)_auto]">
        <VoiceRecordLine record={session.record} live={goesOn} />
        <TurnLabel copy={copy} turn={goesOn ? state.turn : null} />
      </div>
    ),
    children: <Talk copy={copy} session={session} />,
    notes: goesOn ? liveNotes(copy, state) : [],
    controls: <LiveControls copy={copy} state={state} session={session} />,
  };
}

function liveNotes(copy: CallCopy, state: Extract<CallState, { status: 'live' }>): string[] {
  const notes = [
    state.muted && copy.youAreMuted,
    state.lastMinute &&
      copy.lastMinute.replace('{time}', clock(Math.round((state.endsAt - state.startedAt) / 1000))),
    state.playback === 'blocked' && copy.playbackBlocked,
    state.paused && copy.microphonePaused,
    state.microphone === 'replaced' && copy.microphoneReplaced,
    state.microphone === 'lost' && copy.microphoneLost,
    state.unheard && state.microphone !== 'lost' && copy.unheard,
    state.connection === 'interrupted' && copy.interrupted,
  ];
  return notes.filter((note) => note !== false);
}

function stageOf(props: CallStageProps): StageProps {
  const { state } = props;
  switch (state.status) {
    case 'initialising':
      return waiting({ ...props, state });
    case 'unusable':
      return failed({ ...props, state }, state.failure.kind);
    case 'connecting':
      return connecting({ ...props, state });
    case 'live':
    case 'ending':
      return live({ ...props, state });
    case 'idle':
      if (state.ended && (props.thanks || state.ended.durationSeconds >= RECEIPT_SECONDS))
        return receipt({ ...props, state });
      if (state.failure) return failed({ ...props, state }, state.failure.kind);
      return waiting({ ...props, state });
  }
}

/** The widget's stage, in the look of its state. */
export function CallStage(props: CallStageProps) {
  return <Stage {...stageOf(props)} />;
}
