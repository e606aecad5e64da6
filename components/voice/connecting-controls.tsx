import type { MouseEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import { Button } from '../ui/button';

interface ConnectingControlsProps {
  copy: CallCopy;
  blocked: boolean;
  session: CallSession;
}

/** From the press on Start to the assistant's first word: it can be cancelled all the way. */
export function ConnectingControls({ copy, blocked, session }: ConnectingControlsProps) {
  const cancel = (event: MouseEvent) => {
    // The second click of a double click on Start is not a change of mind.
    if (event.detail < 2) session.end();
  };
  return (
    <>
      {blocked && <Button onClick={() => session.hear()}>{copy.tapToHear}</Button>}
      <Button look="quiet" data-call-main="" onClick={cancel} className="min-w-44">
        {copy.cancel}
      </Button>
    </>
  );
}
