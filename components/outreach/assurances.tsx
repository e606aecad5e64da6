import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { NoteList, TextWithLink } from '@/components/ui/text';
import { phone } from '@/lib/content/phone';
import type { PersonalCopy } from '@/lib/content/personal-cs';
import { getImprintId, imprintTitle } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import type { Language } from '@/lib/language';

interface AssurancesProps {
  copy: PersonalCopy;
  language: Language;
}

/** Trust notes and the links to the privacy notice, the English landing page and the imprint. */
export function Assurances({ copy, language }: AssurancesProps) {
  const { after, ...landing } = copy.landing;
  return (
    <HydrationBoundary parent=".beside-stage" selector=".assurances">
      <div className="assurances grid gap-4 lg:self-start">
        {phone && (
          <p>
            <span>{`${copy.phone} `}</span>
            <a href={phone.href} className="link whitespace-nowrap">
              {phone.text}
            </a>
          </p>
        )}
        <NoteList notes={copy.notes} className="flex-col" />
        <div className="text-note text-muted">
          <p>
            <TextWithLink {...copy.privacy} href={`/privacy#${language}`} />
          </p>
          <p>
            <TextWithLink {...landing} hrefLang="en" />
            <span>{after}</span>
          </p>
          {site.imprint.length > 0 && (
            <a href={`/privacy#${getImprintId(language)}`} className="btn link">
              {imprintTitle[language]}
            </a>
          )}
        </div>
      </div>
    </HydrationBoundary>
  );
}
