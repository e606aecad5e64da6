import type { CallCopy } from '@/lib/content/call-copy';
import { Button } from '../ui/button';

/** Browsers let sound through inside a tap: this is the tap. */
export function TapToHear({ copy, onTap }: { copy: CallCopy; onTap: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-line bg-raised p-4 text-center">
      <p>{copy.playbackBlocked}</p>
      <Button onClick={onTap}>{copy.tapToHear}</Button>
    </div>
  );
}
