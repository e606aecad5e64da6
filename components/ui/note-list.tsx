import { cx } from './cx';
import { Icon, type IconName } from './icon';

interface NoteListProps {
  notes: readonly string[];
  /** One per note; check marks by default. */
  icons?: readonly IconName[];
  className?: string;
}

/** Short notes with icons. */
export function NoteList({ notes, icons = [], className }: NoteListProps) {
  return (
    <ul className={cx('flex flex-wrap gap-x-6 gap-y-2.5 text-note text-muted', className)}>
      {notes.map((note, index) => (
        <li key={note} className="flex gap-2">
          <Icon name={icons[index] ?? 'check'} className="text-accent" />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}
