import { contactCopyEn } from '@/lib/content/contact-en';
import { SuccessMessage } from './success-message';

/** The success message of the page `/contact`. */
export function PlainContactSuccess({ service }: { service: string }) {
  return (
    <>
      <SuccessMessage title="h1" service={service} />
      {/* Without `?new`, the page would show this message again. */}
      <p className="mt-6">
        <a href="/contact?new" className="btn link">
          {contactCopyEn.success.another}
        </a>
      </p>
    </>
  );
}
