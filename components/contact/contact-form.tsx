import type { ComponentProps } from 'react';
import { CONTACT_FIELD_NAMES, type ContactField as FieldName } from '@/lib/contact/fields';
import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';
import { ContactField, type ContactFieldProps } from './contact-field';

interface ContactFormProps extends ComponentProps<'form'> {
  getFieldProps: (name: FieldName) => Omit<ContactFieldProps, 'name'>;
}

/**
 * The contact form, in the dialog and on the page `/contact`. Its fields are uncontrolled, so that
 * text from before hydration stays. `children` follow the fields.
 */
export function ContactForm({ getFieldProps, children, ...form }: ContactFormProps) {
  return (
    <form
      method="post"
      action="/api/contact"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      {...form}
    >
      {CONTACT_FIELD_NAMES.map((name) => (
        <ContactField key={name} name={name} {...getFieldProps(name)} />
      ))}
      <HoneypotField />
      {children}
    </form>
  );
}

/** A field that only bots fill in, because no person can see, hear or focus it. */
function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}
