import { HONEYPOT_FIELD } from '@/lib/contact/form-facts';

/** A field that no person sees, hears or reaches with Tab; only programs fill it in. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}
