import type { ReactNode } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';
import { ActiveControls } from './active-controls';
import { CallEmblem } from './call-emblem';
import { CallStatus } from './call-status';
import { ConnectingControls } from './connecting-controls';
import { FailureActions } from './failure-actions';
import { StartControls } from './start-controls';

interface CallPanelProps {
  copy: CallCopy;
  state: CallState;
  session: CallSession;
  privacyHref: string;
  failureAction?: ReactNode;
}

function statusText(state: CallState, copy: CallCopy): string | null {
  switch (state.status) {
    case 'initialising':
      return copy.initialising;
    case 'unusable':
      return null;
    case 'idle':
      return copy.ready;
    case 'connecting':
      return copy.connecting;
    case 'live':
      return copy.active;
    case 'ending':
      return copy.ending;
  }
}

function statusNotes(state: CallState, copy: CallCopy): string[] {
  const notes: (string | false)[] = [];
  if (state.status === 'idle') notes.push(!state.failure && state.ended !== null && copy.ended);
  if (state.status === 'connecting') {
    notes.push(state.step === 'microphone' && copy.askingForMicrophone);
    notes.push(state.playback === 'blocked' && copy.playbackBlocked);
  }
  if (state.status === 'live') {
    notes.push(state.muted && copy.youAreMuted);
    notes.push(state.playback === 'blocked' && copy.playbackBlocked);
    notes.push(state.unheard && copy.unheard);
    notes.push(state.connection === 'interrupted' && copy.interrupted);
  }
  return notes.filter((note) => note !== false);
}

function Controls({ copy, state, session, privacyHref, failureAction }: CallPanelProps) {
  switch (state.status) {
    case 'connecting': {
      const blocked = state.playback === 'blocked';
      return <ConnectingControls copy={copy} blocked={blocked} session={session} />;
    }
    case 'live':
    case 'ending':
      return <ActiveControls copy={copy} state={state} session={session} />;
  }
  const ready = state.status === 'idle';
  const failure = state.status === 'initialising' ? null : state.failure;
  return (
    <>
      {failure && (
        <FailureActions
          failure={copy.failures[failure.kind]}
          onRetry={() => (ready ? session.start() : session.reload())}
          failureAction={failureAction}
        />
      )}
      <StartControls
        copy={copy}
        privacyHref={privacyHref}
        disabled={!ready}
        onStart={() => session.start()}
      />
    </>
  );
}

/** The widget's status and the controls of its state. */
export function CallPanel(props: CallPanelProps) {
  const { copy, state } = props;
  const kind = state.status === 'idle' || state.status === 'unusable' ? state.failure?.kind : null;
  const failure = kind ? { title: copy.errorTitle, message: copy.failures[kind].message } : null;
  const busy =
    state.status === 'connecting' ||
    state.status === 'ending' ||
    (state.status === 'initialising' && state.startRequested);
  const live = state.status === 'live';
  return (
    <div className="grid w-full justify-items-center gap-5 text-center">
      {!live && <CallEmblem busy={busy} />}
      <CallStatus
        text={statusText(state, copy)}
        live={live}
        notes={statusNotes(state, copy)}
        failure={failure}
      />
      <Controls {...props} />
    </div>
  );
}
