import type { AssistantActivity } from '@/lib/call/types';
import { useCallContext } from './call-context';
import { cx } from '@/components/ui/cx';

interface ActivityLabelProps {
  activity: AssistantActivity | null;
}

export function ActivityLabel({ activity }: ActivityLabelProps) {
  const { copy } = useCallContext();
  const isSpeaking = activity === 'speaking';
  return (
    <p className="flex min-h-6 items-center gap-2.5 text-note text-muted">
      {activity && (
        <span
          aria-hidden="true"
          className={cx(
            'size-3 shrink-0 border-2 border-accent-ink',
            isSpeaking ? 'rotate-45 bg-accent-ink' : 'rounded-full',
          )}
        />
      )}
      {activity && <span>{isSpeaking ? copy.speaking : copy.listening}</span>}
    </p>
  );
}
