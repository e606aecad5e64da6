import { memo } from 'react';
import { formatToolSentence } from '@/lib/call/transcript/tools';
import type { TranscriptEntry } from '@/lib/call/transcript/entries';
import { useCallContext } from '@/components/call/call-context';
import { cx } from '@/components/ui/cx';
import { Icon } from '@/components/ui/icon';

interface EntryProps {
  entry: TranscriptEntry;
  isSameSpeaker: boolean;
}

const Entry = memo(function Entry({ entry, isSameSpeaker }: EntryProps) {
  const { copy } = useCallContext();
  if (entry.kind === 'tool') {
    return (
      <p className="stage-done">
        {entry.done ? (
          <Icon name="check" className="text-success" />
        ) : (
          <span aria-hidden="true" className="stage-working" />
        )}
        <span>{formatToolSentence(copy.tools, entry)}</span>
      </p>
    );
  }
  const isOpen = entry.status === 'open';
  const isAssistant = entry.who === 'assistant';
  return (
    <p
      aria-hidden={isOpen || undefined}
      // Visitors know their own words.
      aria-live={isAssistant ? undefined : 'off'}
      className={cx('grid', isAssistant && 'justify-items-end')}
    >
      <span className={isSameSpeaker ? 'sr-only' : 'text-note text-muted'}>
        <span>{copy.speakers[entry.who]}</span>
        <span className="sr-only">: </span>
      </span>
      <span
        dir="auto"
        className={cx('bubble', `bubble-${entry.who}`, isOpen && 'bubble-unfinished')}
      >
        {entry.text}
      </span>
    </p>
  );
});

interface TranscriptEntriesProps {
  entries: readonly TranscriptEntry[];
}

export function TranscriptEntries({ entries }: TranscriptEntriesProps) {
  return entries.map((entry, index) => {
    const previous = entries[index - 1];
    const isSaid = entry.kind === 'said';
    const isSameSpeaker = isSaid && previous?.kind === 'said' && previous.who === entry.who;
    // A new element once it is final: screen readers announce what is added to a live region.
    const key = isSaid && entry.status === 'open' ? `${entry.id} open` : entry.id;
    return <Entry key={key} entry={entry} isSameSpeaker={isSameSpeaker} />;
  });
}
