import type { CallCopy } from '@/lib/content/call-copy';
import type { Turn } from '@/lib/call/state/call-events';
import { cx } from '@/components/ui/cx';

/**
 * Whether the assistant speaks or listens, in words and by shape: a filled diamond or an open circle. It keeps its height
 * when it is empty (null).
 */
export function TurnLabel({ copy, turn }: { copy: CallCopy; turn: Turn | null }) {
  const speaking = turn === 'speaking';
  return (
    <p className="flex min-h-6 items-center gap-2.5 text-note text-muted">
      {turn && (
        <span
          aria-hidden="true"
          className={cx(
            'inline-block size-3 border-2 border-accent',
            speaking ? 'rotate-45 bg-accent' : 'rounded-full',
          )}
        />
      )}
      {turn && <span>{speaking ? copy.speaking : copy.listening}</span>}
    </p>
  );
}
