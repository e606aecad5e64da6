import { NoteList } from '@/components/ui/note-list';
import { TextWithLink } from '@/components/ui/text-with-link';
import type { PersonalCopy } from '@/lib/content/cs';

type AssurancesProps = Pick<PersonalCopy, 'notes' | 'privacy' | 'english'>;

/** Trust notes and the links to the privacy notice and the English page. */
export function Assurances({ notes, privacy, english }: AssurancesProps) {
  return (
    <div className="assurances lg:self-start">
      <NoteList notes={notes} icons={['shield', 'check', 'clock']} className="flex-col" />
      <p className="mt-5 text-note text-muted">
        <TextWithLink {...privacy} href="/privacy#cs" />
      </p>
      <p className="text-note text-muted">
        <TextWithLink
          before={english.before}
          link={english.link}
          href={english.href}
          hrefLang="en"
        />
        <span>{english.after}</span>
      </p>
    </div>
  );
}
