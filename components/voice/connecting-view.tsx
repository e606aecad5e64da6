import type { MouseEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';
import { Button } from '../ui/button';
import { CallEmblem } from './call-emblem';
import { TapToHear } from './tap-to-hear';

interface ConnectingViewProps {
  copy: CallCopy;
  state: Extract<CallState, { status: 'connecting' }>;
  session: CallSession;
}

/** From the press on Start to the assistant's first word. */
export function ConnectingView({ copy, state, session }: ConnectingViewProps) {
  const cancel = (event: MouseEvent) => {
    // The second click of a double click on Start is not a change of mind.
    if (event.detail < 2) session.end();
  };
  return (
    <div className="grid w-full justify-items-center gap-5 text-center">
      <CallEmblem busy />
      <p className="text-title">{copy.connecting}</p>
      {state.step === 'microphone' && <p className="text-muted">{copy.askingForMicrophone}</p>}
      {state.playback === 'blocked' && <TapToHear copy={copy} onTap={() => session.hear()} />}
      <Button look="quiet" data-call-main="" onClick={cancel} className="min-w-44">
        {copy.cancel}
      </Button>
    </div>
  );
}
