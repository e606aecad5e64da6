import { NoteList } from '@/components/ui/note-list';
import type { PersonalCopy } from '@/lib/content/cs';

type AssurancesProps = Pick<PersonalCopy, 'notes' | 'privacy' | 'english'>;

/** Trust notes, the privacy link and the way to the English pages. */
export function Assurances({ notes, privacy, english }: AssurancesProps) {
  return (
    <div className="assurances lg:self-start">
      <NoteList notes={notes} icons={['shield', 'check', 'clock']} className="flex-col" />
      <p className="mt-5 text-note text-muted">
        {privacy.before}{' '}
        <a href="/privacy#cs" className="link">
          {privacy.link}
        </a>
      </p>
      <p className="text-note text-muted">
        {english.before}{' '}
        <a href={english.href} hrefLang="en" className="link">
          {english.link}
        </a>
        {english.after}
      </p>
    </div>
  );
}
