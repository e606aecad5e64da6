import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';

/** A field that only bots fill in, because no person can see, hear or focus it. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}
