import type { Metadata } from 'next';
import { BeforeHydration } from '@/components/page-script/before-hydration';
import { CountVitals } from '@/components/analytics/count-vitals';
import { Assurances } from '@/components/outreach/assurances';
import { Greeting } from '@/components/outreach/greeting';
import { LogoHeader } from '@/components/ui/page/logo-header';
import restoreGreeting from '@/components/outreach/restore-greeting.script.ts?inline';
import { DemoUnavailable } from '@/components/outreach/unavailable';
import { VisitBanner } from '@/components/outreach/visit-banner';
import { cx } from '@/components/ui/cx';
import { HydrationBoundary as Boundary } from '@/components/ui/hydration/hydration-boundary';
import { InlineScript } from '@/components/ui/inline-script';
import { TextWithLink } from '@/components/ui/text-with-link';
import showCallReady from '@/components/call/loading/show-call-ready.script.ts?inline';
import { formatMaxDuration } from '@/lib/content/call-copy';
import { callCopyCs } from '@/lib/content/call-cs';
import { cs } from '@/lib/content/cs';
import { site } from '@/lib/content/site';
import { type LinkParameters, readPersonalLink } from '@/lib/outreach/personal-link';
import { getEnv } from '@/lib/server/env';
import { readNonce } from '@/lib/server/http/nonce';
import { DemoCall } from './demo-call';

// Contains no name, because link previews and browser histories show the metadata.
export const metadata: Metadata = {
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

const MAIL_URL = `mailto:${site.contactMail}?subject=${encodeURIComponent(cs.afterCall.subject)}`;

interface OutreachPageProps {
  searchParams: Promise<LinkParameters>;
}

/** The personal page of a prospect (docs/behaviour.md, section 2). */
export default async function OutreachPage(props: OutreachPageProps) {
  const { contactName, assistantId } = readPersonalLink(await props.searchParams);
  const pageNonce = await readNonce();
  return (
    <>
      <BeforeHydration nonce={pageNonce} />
      {assistantId && <InlineScript code={showCallReady} nonce={pageNonce} />}
      <LogoHeader brand={site.brand} home={cs.home} />
      <Boundary selector="main">
        <main className="glow">
          {assistantId && (
            <VisitBanner copy={cs.visit} assistantId={assistantId} nonce={pageNonce} />
          )}
          <div
            className={cx(
              'beside-stage mx-auto grid max-w-7xl gap-x-20 gap-y-10 px-gutter py-10',
              'lg:grid-cols-[1fr_1.1fr] lg:py-20',
            )}
          >
            <Boundary parent=".beside-stage" selector=".greeting">
              <Greeting
                {...cs}
                description={assistantId ? cs.description : cs.unavailable.description}
                name={contactName}
              />
              <InlineScript code={restoreGreeting} nonce={pageNonce} />
            </Boundary>
            <Boundary parent=".beside-stage" selector=".demo">
              {assistantId ? (
                <DemoCall
                  heading={cs.callHeading}
                  afterCall={cs.afterCall}
                  limit={formatMaxDuration(callCopyCs, getEnv().CALL_MAX_SECONDS)}
                  assistantId={assistantId}
                  contactName={contactName}
                  replyUrl={getEnv().OUTREACH_REPLY_URL ?? MAIL_URL}
                >
                  <noscript>
                    <p className="text-center text-note text-muted">
                      <TextWithLink
                        before={cs.withoutScript}
                        link={site.contactMail}
                        href={`mailto:${site.contactMail}`}
                      />
                    </p>
                  </noscript>
                </DemoCall>
              ) : (
                <DemoUnavailable {...cs.unavailable} mail={site.contactMail} />
              )}
            </Boundary>
            <Boundary parent=".beside-stage" selector=".assurances">
              <Assurances {...cs} />
            </Boundary>
          </div>
        </main>
      </Boundary>
      <CountVitals />
    </>
  );
}
