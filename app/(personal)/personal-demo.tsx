import pageScript from '@/components/page-script/page.script.ts?inline';
import { CountVitals } from '@/components/analytics/count-vitals';
import { createFallbacks, WithoutScript } from '@/components/call/cannot-call';
import { Footer } from '@/components/landing/footer';
import { PersonalPage, ReplyLink } from '@/components/outreach/personal-page';
import { VisitBanner } from '@/components/outreach/visit-banner';
import { LogoHeader } from '@/components/landing/logo';
import { Main } from '@/components/ui/page';
import { InlineScript } from '@/components/ui/inline-script';
import { TEXTS } from '@/lib/content/languages';
import { contactMail } from '@/lib/content/site';
import type { FollowedLink } from '@/lib/kept-link';
import { getLanguageParameters, type Language } from '@/lib/language';
import { getEnv } from '@/lib/server/env';
import { readNonce, readPageLanguage } from '@/lib/server/http/page-headers';
import { DemoCall } from './demo-call';

interface PersonalLink extends Omit<FollowedLink, 'shortAddress'> {
  /** Null if the link names none. */
  assistantId: string | null;
}

/** The personal page of a prospect (docs/behaviour.md, section 2). */
export async function renderPersonalPage({ assistantId, contactName, link }: PersonalLink) {
  const language = await readPageLanguage();
  const { page: copy } = TEXTS[language];
  // A mangled address may have parts of the name anywhere, so only known parameters stay.
  const known = {
    ...(assistantId && { vapi_assistant_id: assistantId }),
    ...getLanguageParameters(language),
  };
  const shortAddress = `/outreach?${new URLSearchParams(known)}`;
  const followed = { contactName, link, shortAddress };
  const call = assistantId && renderCall({ assistantId, followed, language });
  return (
    <>
      <InlineScript
        code={pageScript}
        nonce={await readNonce()}
        data-short-link={'code' in link ? JSON.stringify(followed) : undefined}
      />
      <LogoHeader home={copy.home} />
      <Main className="glow flex-1">
        {assistantId && <VisitBanner assistantId={assistantId} link={link} copy={copy.visit} />}
        <PersonalPage copy={copy} language={language} name={contactName} call={call} />
      </Main>
      {!call && <Footer language={language} />}
      <CountVitals />
    </>
  );
}

interface RenderCallProps {
  assistantId: string;
  followed: FollowedLink;
  language: Language;
}

function renderCall({ language, ...prospect }: RenderCallProps) {
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
        {...prospect}
        maxSeconds={getEnv().CALL_MAX_SECONDS}
        thanks={page.afterCall.thanks}
        nextStep={<ReplyLink copy={page.afterCall} href={replyUrl} />}
        {...fallbacks}
      />
      <WithoutScript text={page.withoutScript} />
    </>
  );
}
