import type { PersonalCopy } from '@/lib/content/cs';
import { NoteList } from '../ui/note-list';

type AssurancesProps = Pick<PersonalCopy, 'notes' | 'privacy'>;

/** What can be relied on, and where to read what happens to the data. */
export function Assurances({ notes, privacy }: AssurancesProps) {
  return (
    <div className="lg:self-start">
      <NoteList notes={notes} icons={['shield', 'check', 'clock']} className="flex-col" />
      <p className="mt-5 text-note text-muted">
        {privacy.before}{' '}
        <a href="/privacy#cs" className="link">
          {privacy.link}
        </a>
      </p>
    </div>
  );
}
