import { HydrationBoundary } from '@/components/ui/hydration/hydration-boundary';
import { NoteList } from '@/components/ui/note-list';
import { TextWithLink } from '@/components/ui/text-with-link';
import { cs } from '@/lib/content/personal-cs';

const { before, link, href, after } = cs.english;

/** Trust notes and the links to the privacy notice and the English page. */
export function Assurances() {
  return (
    <HydrationBoundary parent=".beside-stage" selector=".assurances">
      <div className="assurances lg:self-start">
        <NoteList notes={cs.notes} icons={['shield', 'check', 'clock']} className="flex-col" />
        <p className="mt-5 text-note text-muted">
          <TextWithLink {...cs.privacy} href="/privacy#cs" />
        </p>
        <p className="text-note text-muted">
          <TextWithLink before={before} link={link} href={href} hrefLang="en" />
          <span>{after}</span>
        </p>
      </div>
    </HydrationBoundary>
  );
}
