import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { PlainContactForm } from '@/components/contact/plain-contact-form';
import { PlainContactSuccess } from '@/components/contact/plain-contact-success';
import { DeleteDraft } from '@/components/page-script/delete-draft';
import { TextPage } from '@/components/ui/text-page';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { readOutcome } from '@/lib/server/contact/contact-outcome';

interface ContactPageProps {
  searchParams: Promise<{ new?: string | string[] }>;
}

/** Reads the outcome of the last form post, unless the visitor asked for a new form. */
async function readLastOutcome({ searchParams }: ContactPageProps) {
  const cookieStore = await cookies();
  const { new: newParameter } = await searchParams;
  return newParameter === undefined ? readOutcome((name) => cookieStore.get(name)?.value) : null;
}

/** The title has the outcome, because screen readers announce it first. */
export async function generateMetadata(props: ContactPageProps): Promise<Metadata> {
  const outcome = await readLastOutcome(props);
  const titles = { sent: copy.success.title, failed: copy.errorSummary, none: copy.title };
  return { title: titles[outcome?.state ?? 'none'], robots: { index: false, follow: false } };
}

/** The contact form and its outcome for browsers without script or without the dialog. */
export default async function ContactPage(props: ContactPageProps) {
  const outcome = await readLastOutcome(props);
  return (
    <TextPage brand={site.brand} home={en.header.home} back={copy.home}>
      <div className="max-w-xl pt-16">
        {outcome?.state === 'sent' ? (
          <>
            <PlainContactSuccess service={outcome.service} />
            <DeleteDraft />
          </>
        ) : (
          <>
            <h1 className="text-section">{copy.title}</h1>
            <p className="mt-4 mb-8 text-lead text-muted">{copy.intro}</p>
            <PlainContactForm
              mail={outcome?.offerMail ? site.contactMail : undefined}
              {...(outcome ? { values: outcome.values, error: outcome } : {})}
            />
          </>
        )}
      </div>
    </TextPage>
  );
}
