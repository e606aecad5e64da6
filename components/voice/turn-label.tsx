import type { CallCopy } from '@/lib/content/call-copy';
import type { Turn } from '@/lib/voice/call-state';
import { cx } from '../ui/cx';

interface TurnLabelProps {
  copy: CallCopy;
  turn: Turn;
  muted: boolean;
}

/** Who has the word, in words and by the shape of a sign: sound waves or an open circle. */
export function TurnLabel({ copy, turn, muted }: TurnLabelProps) {
  const speaking = turn === 'speaking';
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2.5 text-muted">
      <span
        aria-hidden="true"
        className={cx(
          'inline-block size-3.5 border-2 border-accent',
          speaking ? 'rotate-45 bg-accent' : 'rounded-full',
        )}
      />
      {speaking ? copy.speaking : copy.listening}
      {muted && <strong className="font-semibold text-ink">· {copy.youAreMuted}</strong>}
    </p>
  );
}
