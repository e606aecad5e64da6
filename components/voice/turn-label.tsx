import type { CallCopy } from '@/lib/content/call-copy';
import type { Turn } from '@/lib/voice/call-events';
import { cx } from '../ui/cx';

/** Whether the assistant speaks or listens, in words and by shape: a filled diamond or an open circle. */
export function TurnLabel({ copy, turn }: { copy: CallCopy; turn: Turn }) {
  const speaking = turn === 'speaking';
  return (
    <p className="flex items-center justify-center gap-2.5 text-muted">
      <span
        aria-hidden="true"
        className={cx(
          'inline-block size-3.5 border-2 border-accent',
          speaking ? 'rotate-45 bg-accent' : 'rounded-full',
        )}
      />
      {speaking ? copy.speaking : copy.listening}
    </p>
  );
}
