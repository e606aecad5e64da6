import { NoteList } from '@/components/ui/note-list';
import type { PersonalCopy } from '@/lib/content/cs';

type AssurancesProps = Pick<PersonalCopy, 'notes' | 'privacy'>;

/** Trust notes and the privacy link. */
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
