import type { CallCopy } from '@/lib/content/call-copy';
import type { Turn } from '@/lib/call/types';
import { cx } from '@/components/ui/cx';

interface TurnLabelProps {
  copy: CallCopy;
  turn: Turn | null;
}

/** Shows in words and by shape whether the assistant speaks or listens. */
export function TurnLabel({ copy, turn }: TurnLabelProps) {
  const isSpeaking = turn === 'speaking';
  return (
    <p className="flex min-h-6 items-center gap-2.5 text-note text-muted">
      {turn && (
        <span
          aria-hidden="true"
          className={cx(
            'inline-block size-3 border-2 border-accent',
            isSpeaking ? 'rotate-45 bg-accent' : 'rounded-full',
          )}
        />
      )}
      {turn && <span>{isSpeaking ? copy.speaking : copy.listening}</span>}
    </p>
  );
}
