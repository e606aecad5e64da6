import { cx } from './cx';
import { Icon, type IconName } from './icon';

interface NoteListProps {
  notes: readonly { icon: IconName; text: string }[];
  className?: string;
}

/** Short notes with icons. Without notes there is no list. */
export function NoteList({ notes, className }: NoteListProps) {
  if (notes.length === 0) return null;
  return (
    <ul className={cx('flex flex-wrap gap-x-6 gap-y-2.5 text-note text-muted', className)}>
      {notes.map((note) => (
        <li key={note.text} className="flex gap-2">
          <Icon name={note.icon} className="text-accent-ink" />
          <span>{note.text}</span>
        </li>
      ))}
    </ul>
  );
}
