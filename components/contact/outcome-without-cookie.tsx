import { outcomeWithoutCookieEn as copy } from '@/lib/content/contact-en';
import { FormError } from './form-fields';

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
      <p className="mt-6">
        <a href="/contact?new" className="btn link">
          {newForm}
        </a>
      </p>
    </>
  );
}
