import type { MouseEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/state/call-session';
import { Button } from '@/components/ui/button';

interface ConnectingControlsProps {
  copy: CallCopy;
  isPlaybackBlocked: boolean;
  session: CallSession;
}

/** The controls from the press on Start until the call is live. */
export function ConnectingControls({ copy, isPlaybackBlocked, session }: ConnectingControlsProps) {
  const cancel = (event: MouseEvent) => {
    // The second click of a double click on Start must not cancel.
    if (event.detail < 2) session.end();
  };
  return (
    <>
      {isPlaybackBlocked && (
        <Button onClick={() => session.unblockPlayback()}>{copy.tapToHear}</Button>
      )}
      <Button variant="quiet" data-call-main="" onClick={cancel} className="min-w-44">
        {copy.cancel}
      </Button>
    </>
  );
}
