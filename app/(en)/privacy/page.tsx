import type { Metadata } from 'next';
import { TextPage } from '@/components/ui/page/text-page';
import { en } from '@/lib/content/en';
import {
  type PrivacyCopy,
  privacyMeta,
  writePrivacyCs,
  writePrivacyEn,
} from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import { getRetentionMonths } from '@/lib/server/env';

export const metadata: Metadata = privacyMeta;

export default function PrivacyPage() {
  const months = getRetentionMonths();
  return (
    <TextPage brand={site.brand} home={en.header.home} back={en.notFound.home}>
      <PrivacyNotice {...writePrivacyEn(months)} isFirst />
      <PrivacyNotice {...writePrivacyCs(months)} isFirst={false} />
    </TextPage>
  );
}

interface PrivacyNoticeProps extends PrivacyCopy {
  /** Whether it has the `h1` of the page. */
  isFirst: boolean;
}

/** The privacy notice in one language. */
function PrivacyNotice(props: PrivacyNoticeProps) {
  const { lang, title, intro, parts, translation, isFirst } = props;
  const Title = isFirst ? 'h1' : 'h2';
  const Heading = isFirst ? 'h2' : 'h3';
  return (
    <article id={lang} lang={lang} className="border-t border-line py-12 first:border-t-0 lg:py-16">
      <Title className="text-section">{title}</Title>
      <p className="mt-5 text-lead text-muted">{intro}</p>
      <a
        href={translation.href}
        lang={translation.lang}
        hrefLang={translation.lang}
        className="btn link mt-3"
      >
        {translation.label}
      </a>
      {parts.map((part) => (
        <section key={part.title} className="mt-10">
          <Heading className="text-title">{part.title}</Heading>
          {part.text.split('\n').map((paragraph) => (
            <p key={paragraph} className="mt-3 text-muted">
              {paragraph}
            </p>
          ))}
          {part.points && (
            <ul className="mt-3 list-disc pl-5 text-muted">
              {part.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  );
}
