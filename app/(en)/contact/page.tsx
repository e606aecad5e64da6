import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { PlainContactForm } from '@/components/contact/plain-contact-form';
import {
  OutcomeWithoutCookie,
  PlainContactSuccess,
} from '@/components/contact/plain-contact-outcome';
import { TextPage } from '@/components/ui/page/text-page';
import { contactCopyEn as copy, outcomeWithoutCookieEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { readAddressedOutcome, readOutcome } from '@/lib/server/contact/contact-outcome';

interface ContactPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * Reads the outcome of the last form post, unless the visitor asked for a new form. The cookie wins
 * over the address, which may be an earlier one: the visitor has gone back, or kept it.
 */
async function readLastOutcome({ searchParams }: ContactPageProps) {
  const cookieStore = await cookies();
  const query = await searchParams;
  if (query['new'] !== undefined) return null;
  const outcome = await readOutcome((name) => cookieStore.get(name)?.value);
  return outcome ?? readAddressedOutcome(query);
}

/** The title has the outcome, because screen readers announce it first. */
export async function generateMetadata(props: ContactPageProps): Promise<Metadata> {
  const outcome = await readLastOutcome(props);
  const titles = {
    sent: copy.success.title,
    failed: copy.errorSummary,
    'maybe-sent': outcomeWithoutCookieEn.sent.title,
    'maybe-failed': outcomeWithoutCookieEn.notSent.title,
    none: copy.title,
  };
  return { title: titles[outcome?.state ?? 'none'], robots: { index: false, follow: false } };
}

/** The contact form and its outcome for browsers without script or without the dialog. */
export default async function ContactPage(props: ContactPageProps) {
  const outcome = await readLastOutcome(props);
  return (
    <TextPage brand={site.shortBrand} home={en.header.home} back={copy.home}>
      <div className="max-w-xl pt-16">{renderOutcome(outcome)}</div>
    </TextPage>
  );
}

function renderOutcome(outcome: Awaited<ReturnType<typeof readLastOutcome>>) {
  switch (outcome?.state) {
    case 'sent':
      return <PlainContactSuccess service={outcome.service} />;
    case 'maybe-sent':
      return <OutcomeWithoutCookie failure={null} mail={site.contactMail} />;
    case 'maybe-failed':
      return <OutcomeWithoutCookie failure={outcome.message} mail={site.contactMail} />;
    case 'failed':
    case undefined:
      return (
        <>
          <h1 className="text-section">{copy.title}</h1>
          <p className="mt-4 mb-8 text-lead text-muted">{copy.intro}</p>
          <PlainContactForm
            formKey={outcome?.formKey ?? randomUUID()}
            source={outcome?.source}
            mail={outcome?.offerMail ? site.contactMail : undefined}
            {...(outcome ? { values: outcome.values, error: outcome } : {})}
          />
        </>
      );
  }
}
