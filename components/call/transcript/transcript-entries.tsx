import { formatToolSentence } from '@/lib/call/transcript/tools';
import type { TranscriptEntry } from '@/lib/call/transcript/transcript';
import { useCallContext } from '@/components/call/call-context';
import { cx } from '@/components/ui/cx';
import { Icon } from '@/components/ui/icon';

interface TranscriptEntriesProps {
  entries: readonly TranscriptEntry[];
}

export function TranscriptEntries({ entries }: TranscriptEntriesProps) {
  const { copy } = useCallContext();
  return entries.map((entry, index) => {
    if (entry.kind === 'tool') {
      return (
        <p key={entry.id} className="stage-done">
          {entry.done ? (
            <Icon name="check" className="text-success" />
          ) : (
            <span aria-hidden="true" className="stage-working" />
          )}
          <span>{formatToolSentence(copy.tools, entry)}</span>
        </p>
      );
    }
    const previous = entries[index - 1];
    const isSameSpeaker = previous?.kind === 'said' && previous.who === entry.who;
    return (
      <p key={entry.id} className={cx('grid', entry.who === 'assistant' && 'justify-items-end')}>
        <span className={isSameSpeaker ? 'sr-only' : 'text-note text-muted'}>
          <span>{copy.speakers[entry.who]}</span>
          <span className="sr-only">: </span>
        </span>
        <span dir="auto" className={cx('bubble', `bubble-${entry.who}`)}>
          {entry.text}
        </span>
      </p>
    );
  });
}
