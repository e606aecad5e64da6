import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { isOurFault } from '@/lib/api';
import { CONTACT_FIELD_NAMES, type ContactOutcome } from '@/lib/contact/fields';
import { contactCopyEn as copy, outcomeWithoutCookieEn } from '@/lib/content/contact-en';
import { ContactForm } from './contact-form';
import { ContactNotes, FormError, SuccessMessage } from './notices';

interface PlainContactProps {
  /** Of the last form post; null shows an empty form. */
  outcome: ContactOutcome | null;
}

export function PlainContact({ outcome }: PlainContactProps) {
  const { sent, notSent } = outcomeWithoutCookieEn;
  switch (outcome?.state) {
    case 'sent':
      return (
        <>
          <SuccessMessage title="h1" service={outcome.service} hasAnswer={!outcome.bookingUrl} />
          {outcome.bookingUrl && (
            <div className="actions mt-8">
              <Button href={outcome.bookingUrl}>{copy.success.pickTime}</Button>
            </div>
          )}
          <NewFormLink label={copy.success.another} />
        </>
      );
    case 'maybe-sent':
      return <OutcomeWithoutCookie {...sent} />;
    case 'maybe-failed':
      return (
        <OutcomeWithoutCookie {...notSent}>
          <FormError title={notSent.summary} offerMail>
            {outcome.message}
          </FormError>
        </OutcomeWithoutCookie>
      );
    case 'failed':
    case undefined:
      return <PlainForm outcome={outcome} />;
  }
}

interface PlainFormProps {
  outcome: Extract<ContactOutcome, { state: 'failed' }> | null;
}

function PlainForm({ outcome }: PlainFormProps) {
  const { fields = {}, values, source } = outcome ?? {};
  const firstInvalid = CONTACT_FIELD_NAMES.find((name) => fields[name]);
  return (
    <>
      <h1 className="text-section">{copy.title}</h1>
      <p className="mt-4 mb-8 text-lead text-muted">{copy.intro}</p>
      {outcome && <FormError offerMail={isOurFault(outcome.error)}>{outcome.message}</FormError>}
      <ContactForm
        getFieldProps={(name) => ({
          id: `contact-${name}`,
          error: fields[name],
          defaultValue: values?.[name] ?? '',
          autoFocus: name === firstInvalid,
          rows: 6,
        })}
      >
        {source && <input type="hidden" name="source" value={source} />}
        <Button type="submit">{copy.submit}</Button>
        <ContactNotes />
      </ContactForm>
    </>
  );
}

type OutcomeWithoutCookieProps = Record<'title' | 'text' | 'newForm', string> & {
  children?: ReactNode;
};

/** What can be said if the browser keeps no cookie with the outcome, or it is too long for one. */
const OutcomeWithoutCookie = ({ title, text, newForm, children }: OutcomeWithoutCookieProps) => (
  <>
    <h1 className="mb-6 text-section">{title}</h1>
    {children}
    <p className="text-lead text-muted">{text}</p>
    <NewFormLink label={newForm} />
  </>
);

/** Without `?new`, the page would show the outcome again. */
const NewFormLink = ({ label }: { label: string }) => (
  <p className="mt-6">
    <a href="/contact?new" className="btn link">
      {label}
    </a>
  </p>
);
