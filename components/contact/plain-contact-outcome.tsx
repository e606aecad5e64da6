import { contactCopyEn, outcomeWithoutCookieEn as copy } from '@/lib/content/contact-en';
import { FormError } from './form-notices';
import { SuccessMessage } from './success-message';

/** The success message of the page `/contact`. */
export function PlainContactSuccess({ service }: { service: string }) {
  return (
    <>
      <SuccessMessage title="h1" service={service} />
      <NewFormLink label={contactCopyEn.success.another} />
    </>
  );
}

interface OutcomeWithoutCookieProps {
  /** Why the request was not sent; null if it was sent. */
  failure: string | null;
  mail: string;
}

/** What the page `/contact` can say if the browser keeps no cookie with the outcome. */
export function OutcomeWithoutCookie({ failure, mail }: OutcomeWithoutCookieProps) {
  const { title, text, newForm } = failure === null ? copy.sent : copy.notSent;
  return (
    <>
      <h1 className="mb-6 text-section">{title}</h1>
      {failure !== null && (
        <FormError title={copy.notSent.summary} mail={mail}>
          {failure}
        </FormError>
      )}
      <p className="text-lead text-muted">{text}</p>
      <NewFormLink label={newForm} />
    </>
  );
}

/** Without `?new`, the page would show the outcome again. */
function NewFormLink({ label }: { label: string }) {
  return (
    <p className="mt-6">
      <a href="/contact?new" className="btn link">
        {label}
      </a>
    </p>
  );
}
