import type { CallCopy } from '@/lib/content/call-copy';
import { Button } from '../ui/button';
import { CallEmblem } from './call-emblem';

/** The moment in which the microphone and the room are given back. */
export function EndingView({ copy }: { copy: CallCopy }) {
  return (
    <div className="grid w-full justify-items-center gap-5 text-center">
      <CallEmblem busy />
      <p className="text-title">{copy.ending}</p>
      <Button look="quiet" data-call-main="" aria-disabled className="min-w-44">
        {copy.end}
      </Button>
    </div>
  );
}
