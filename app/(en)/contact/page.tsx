import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import Link from 'next/link';
import { PlainContactForm } from '@/components/contact/plain-contact-form';
import { PlainContactSuccess } from '@/components/contact/plain-contact-success';
import { contactCopy as copy } from '@/lib/content/contact-en';
import { readOutcome } from '@/lib/server/contact-draft';

type ContactPageProps = { searchParams: Promise<{ new?: string | string[] }> };

/** What the last plain post came to, unless the visitor asked for a new form. */
async function lastOutcome({ searchParams }: ContactPageProps) {
  const jar = await cookies();
  const { new: fresh } = await searchParams;
  return fresh === undefined ? readOutcome((name) => jar.get(name)?.value) : null;
}

/** The title is what a screen reader says first on a new page, so it tells the outcome. */
export async function generateMetadata(props: ContactPageProps): Promise<Metadata> {
  const outcome = await lastOutcome(props);
  const titles = { sent: copy.success.title, failed: copy.errorSummary, none: copy.title };
  return { title: titles[outcome?.state ?? 'none'], robots: { index: false, follow: false } };
}

/** The contact form and its outcome for browsers without script or without the dialog. */
export default async function ContactPage(props: ContactPageProps) {
  const outcome = await lastOutcome(props);
  return (
    <main className="mx-auto max-w-xl px-4 py-12">
      {outcome?.state === 'sent' ? (
        <PlainContactSuccess service={outcome.service} />
      ) : (
        <>
          <h1>{copy.title}</h1>
          <p>{copy.intro}</p>
          <PlainContactForm {...(outcome ? { values: outcome.values, error: outcome } : {})} />
        </>
      )}
      <Link href="/" className="inline-block py-3 underline">
        {copy.home}
      </Link>
    </main>
  );
}
