import type { Metadata } from 'next';
import { TextPage } from '@/app/text-page';
import { LinkList } from '@/components/ui/text';
import { TEXTS } from '@/lib/content/languages';
import { getImprintId, imprintTitle, privacyMeta } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import { type Language, LANGUAGE_CODES } from '@/lib/language';
import { readBuiltInSettings } from '@/lib/settings/settings';

export const metadata: Metadata = privacyMeta;

export default function PrivacyPage() {
  return (
    <TextPage card={renderContents('en')} mail={site.controller.mail}>
      {LANGUAGE_CODES.map((language, index) => (
        <PrivacyNotice key={language} language={language} isFirst={index === 0} />
      ))}
    </TextPage>
  );
}

const writeNotice = (language: Language) =>
  TEXTS[language].writePrivacy(readBuiltInSettings().RETENTION_MONTHS);

function renderContents(language: Language) {
  const { title, parts } = writeNotice(language);
  const links = parts.map((part, index) => ({ label: part.title, href: `#${language}-${index}` }));
  return <LinkList title={title} links={links} />;
}

interface PrivacyNoticeProps {
  language: Language;
  isFirst: boolean;
}

function PrivacyNotice({ language, isFirst }: PrivacyNoticeProps) {
  const { title, intro, parts } = writeNotice(language);
  const Title = isFirst ? 'h1' : 'h2';
  const Heading = isFirst ? 'h2' : 'h3';
  return (
    <article
      id={language}
      lang={language}
      className="mt-12 border-t border-line pt-12 first:mt-0 first:border-t-0 first:pt-0"
    >
      <Title className="text-section">{title}</Title>
      <p className="mt-5 text-lead text-muted">{intro}</p>
      <p className="mt-3 flex flex-wrap gap-x-8">
        {LANGUAGE_CODES.filter((other) => other !== language).map((other) => (
          <a key={other} href={`#${other}`} lang={other} hrefLang={other} className="btn link">
            {writeNotice(other).readHere}
          </a>
        ))}
      </p>
      {parts.map((part, index) => (
        <section key={part.title} id={`${language}-${index}`} className="mt-10">
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
      {site.imprint.length > 0 && (
        <section id={getImprintId(language)} className="mt-10">
          <Heading className="text-title">{imprintTitle[language]}</Heading>
          <div className="mt-3 text-muted">
            {site.imprint.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </section>
      )}
    </article>
  );
}
