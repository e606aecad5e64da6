import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/session/call-session';
import { Button } from '@/components/ui/button';

interface ConnectingControlsProps {
  copy: CallCopy;
  isPlaybackBlocked: boolean;
  session: CallSession;
}

/** The controls from the press on Start until the call is live. */
export function ConnectingControls({ copy, isPlaybackBlocked, session }: ConnectingControlsProps) {
  return (
    <>
      {isPlaybackBlocked && (
        <Button onClick={() => session.unblockPlayback()}>{copy.tapToHear}</Button>
      )}
      <Button variant="quiet" data-call-main="" onClick={() => session.end()} className="min-w-44">
        {copy.cancel}
      </Button>
    </>
  );
}
