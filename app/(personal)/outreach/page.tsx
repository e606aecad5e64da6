import type { Metadata } from 'next';
import pageScript from '@/components/page-script/page.script.ts?inline';
import { CountVitals } from '@/components/analytics/count-vitals';
import { createFallbacks, WithoutScript } from '@/components/call/cannot-call';
import { Footer } from '@/components/landing/footer';
import { PersonalPage, ReplyLink } from '@/components/outreach/personal-page';
import { VisitBanner } from '@/components/outreach/visit-banner';
import { LogoHeader, Main } from '@/components/ui/page';
import { InlineScript } from '@/components/ui/inline-script';
import { TEXTS } from '@/lib/content/languages';
import { contactMail, site } from '@/lib/content/site';
import { type LinkParameters, readPersonalLink } from '@/lib/outreach/personal-link';
import type { Language } from '@/lib/language';
import { getEnv } from '@/lib/server/env';
import { readNonce, readPageLanguage } from '@/lib/server/http/page-headers';
import { DemoCall } from './demo-call';

// Contains no name, because link previews and browser histories show the metadata.
export const metadata: Metadata = {
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

interface OutreachPageProps {
  searchParams: Promise<LinkParameters>;
}

/** The personal page of a prospect (docs/behaviour.md, section 2). */
export default async function OutreachPage({ searchParams }: OutreachPageProps) {
  const { name, assistant } = readPersonalLink(await searchParams);
  const language = await readPageLanguage();
  const { page: copy } = TEXTS[language];
  const call = assistant && renderCall(assistant, name, language);
  return (
    <>
      <InlineScript code={pageScript} nonce={await readNonce()} />
      <LogoHeader brand={site.shortBrand} home={copy.home} />
      <Main className="glow">
        {assistant && <VisitBanner assistantId={assistant} copy={copy.visit} />}
        <PersonalPage copy={copy} language={language} name={name} call={call} />
      </Main>
      {!call && <Footer language={language} />}
      <CountVitals />
    </>
  );
}

function renderCall(assistantId: string, contactName: string | null, language: Language) {
  const { page, call } = TEXTS[language];
  const mail = `mailto:${contactMail}`;
  const subject = encodeURIComponent(page.afterCall.subject);
  const replyUrl = getEnv().OUTREACH_REPLY_URL ?? `${mail}?subject=${subject}`;
  const fallbacks = createFallbacks(
    call,
    <ReplyLink copy={page.afterCall} href={replyUrl} variant="quiet" />,
    <>
      <span> · </span>
      <a href="/contact" hrefLang="en" className="link">
        {page.contactForm}
      </a>
    </>,
  );
  return (
    <>
      <h2 className="sr-only">{page.callHeading}</h2>
      <DemoCall
        copy={call}
        assistantId={assistantId}
        contactName={contactName}
        maxSeconds={getEnv().CALL_MAX_SECONDS}
        thanks={page.afterCall.thanks}
        nextStep={<ReplyLink copy={page.afterCall} href={replyUrl} />}
        {...fallbacks}
      />
      <WithoutScript text={page.withoutScript} />
    </>
  );
}
