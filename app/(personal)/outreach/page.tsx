import type { Metadata } from 'next';
import pageScript from '@/components/page-script/page.script.ts?inline';
import { CountVitals } from '@/components/analytics/count-vitals';
import { CannotCall } from '@/components/call/loading/cannot-call';
import { PhoneButton } from '@/components/call/controls/phone-button';
import { Assurances } from '@/components/outreach/assurances';
import { Greeting } from '@/components/outreach/greeting';
import { ReplyLink } from '@/components/outreach/reply-link';
import { LogoHeader, Main } from '@/components/ui/page';
import { DemoPanel, DemoUnavailable } from '@/components/outreach/demo-panel';
import { VisitBanner } from '@/components/outreach/visit-banner';
import { InlineScript } from '@/components/ui/inline-script';
import { TextWithLink } from '@/components/ui/text';
import { formatMaxDuration } from '@/lib/content/call-copy';
import { TEXTS } from '@/lib/content/languages';
import { site } from '@/lib/content/site';
import { type LinkParameters, readPersonalLink } from '@/lib/outreach/personal-link';
import type { Language } from '@/lib/language';
import { getEnv } from '@/lib/server/env';
import { readNonce, readPageLanguage } from '@/lib/server/http/page-headers';
import { DemoCall } from './demo-call';
import '@/components/outreach/outreach.css';

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
  const { name: contactName, assistant: assistantId } = readPersonalLink(await searchParams);
  const language = await readPageLanguage();
  const { page: copy } = TEXTS[language];
  const nonce = await readNonce();
  return (
    <>
      <InlineScript code={pageScript} nonce={nonce} />
      <LogoHeader brand={site.shortBrand} home={copy.home} />
      <Main className="glow">
        {assistantId && <VisitBanner assistantId={assistantId} copy={copy.visit} nonce={nonce} />}
        <div
          className={
            'beside-stage page-width grid gap-x-20 gap-y-10 py-10 ' +
            'lg:grid-cols-[1fr_1.1fr] lg:py-20'
          }
        >
          <Greeting
            copy={copy}
            name={contactName}
            description={assistantId ? copy.description : copy.unavailable.description}
            withoutCall={assistantId ? copy.withoutCall : undefined}
            nonce={nonce}
          />
          <DemoPanel>
            {assistantId ? (
              renderCall(assistantId, contactName, language)
            ) : (
              <DemoUnavailable copy={copy.unavailable} />
            )}
          </DemoPanel>
          <Assurances copy={copy} language={language} />
        </div>
      </Main>
      <CountVitals />
    </>
  );
}

function renderCall(assistantId: string, contactName: string | null, language: Language) {
  const { page, call } = TEXTS[language];
  const mailUrl = `mailto:${site.contactMail}?subject=${encodeURIComponent(page.afterCall.subject)}`;
  const replyUrl = getEnv().OUTREACH_REPLY_URL ?? mailUrl;
  const failureAction = (
    <>
      <ReplyLink copy={page.afterCall} href={replyUrl} variant="quiet" />
      <PhoneButton />
    </>
  );
  return (
    <>
      <h2 className="sr-only">{page.callHeading}</h2>
      <DemoCall
        copy={call}
        assistantId={assistantId}
        contactName={contactName}
        limit={formatMaxDuration(call, getEnv().CALL_MAX_SECONDS)}
        afterCall={page.afterCall}
        replyUrl={replyUrl}
        failureAction={failureAction}
        cannotCall={
          <CannotCall copy={call} failureAction={failureAction}>
            <a href={`mailto:${site.contactMail}`} className="link">
              {site.contactMail}
            </a>
            <span> · </span>
            <a href="/contact" hrefLang="en" className="link">
              {page.contactForm}
            </a>
          </CannotCall>
        }
      />
      <noscript>
        <p className="text-center text-note text-muted">
          <TextWithLink
            before={page.withoutScript}
            link={site.contactMail}
            href={`mailto:${site.contactMail}`}
          />
        </p>
      </noscript>
    </>
  );
}
