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
import type { LinkFacts } from '@/lib/api';
import { getLanguageParameters, type Language } from '@/lib/language';
import { getEnv } from '@/lib/server/env';
import { readNonce, readPageLanguage } from '@/lib/server/http/page-headers';
import { DemoCall } from './demo-call';

interface PersonalLink {
  /** Null if the link names none. */
  assistant: string | null;
  /** Must be cleaned already. */
  name: string | null;
  link: LinkFacts;
}

/** The personal page of a prospect (docs/behaviour.md, section 2). */
export async function renderPersonalPage({ assistant, name, link }: PersonalLink) {
  const language = await readPageLanguage();
  const { page: copy } = TEXTS[language];
  const call =
    assistant && renderCall({ assistantId: assistant, contactName: name, link, language });
  const nonce = await readNonce();
  return (
    <>
      {'code' in link && (
        <InlineScript code={writeCodeRemoval({ assistant, name, link }, language)} nonce={nonce} />
      )}
      <InlineScript code={pageScript} nonce={nonce} />
      <LogoHeader home={copy.home} />
      <Main className="glow flex-1">
        {assistant && <VisitBanner assistantId={assistant} link={link} copy={copy.visit} />}
        <PersonalPage copy={copy} language={language} name={name} call={call} />
      </Main>
      {!call && <Footer language={language} />}
      <CountVitals />
    </>
  );
}

/** Takes the code out of the address before any script could send it, and keeps it for a reload. */
function writeCodeRemoval(
  { assistant, name: contactName, link }: PersonalLink,
  language: Language,
): string {
  const known = assistant && { vapi_assistant_id: assistant, ...getLanguageParameters(language) };
  const kept = JSON.stringify(assistant && { contactName, link }).replaceAll('<', '\\u003c');
  const entry = `{...${kept},address:location.href}`;
  const url = `'/outreach?${new URLSearchParams(known ?? {})}'+location.search.replace('?','&')`;
  return `history.replaceState(${entry},'',${url})`;
}

interface RenderCallProps {
  assistantId: string;
  contactName: string | null;
  link: LinkFacts;
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
