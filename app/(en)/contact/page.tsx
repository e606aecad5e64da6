import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { PlainContact } from '@/components/contact/plain-contact';
import { TextPage } from '@/app/text-page';
import { Steps } from '@/components/ui/steps';
import { contactCopyEn as copy, outcomeWithoutCookieEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { OUTCOME_COOKIE, readOutcome } from '@/lib/server/contact/form-post';

interface ContactPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const readLastOutcome = async ({ searchParams }: ContactPageProps) =>
  readOutcome((await cookies()).get(OUTCOME_COOKIE)?.value, await searchParams);

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
    <TextPage card={!outcome && <Steps {...en.contact.next} />} page="contact">
      <PlainContact outcome={outcome} />
    </TextPage>
  );
}
