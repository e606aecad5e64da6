import { Button } from '@/components/ui/button';
import {
  CONTACT_FIELD_NAMES,
  type ContactFieldErrors,
  type ContactInput,
} from '@/lib/contact/fields';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { ContactForm } from './contact-form';
import { ContactNotes, FormError } from './form-notices';

interface PlainContactFormProps {
  /** Sent with the form, so that pressing Send twice stores one request. */
  formKey: string;
  /** Sent with a form that is shown again. */
  source?: string | undefined;
  values?: Readonly<ContactInput>;
  error?: Readonly<{ message: string; fields: ContactFieldErrors; cut: boolean }>;
  /** Our address, if sending failed. */
  mail?: string | undefined;
}

/** The contact form of the page `/contact`, which works without script. */
export function PlainContactForm({ formKey, source, values, error, mail }: PlainContactFormProps) {
  const fields = error?.fields ?? {};
  const firstInvalid = CONTACT_FIELD_NAMES.find((name) => fields[name]);
  return (
    <>
      {error && (
        <FormError mail={mail}>
          {error.cut ? `${error.message} ${copy.cut}` : error.message}
        </FormError>
      )}
      <ContactForm
        getFieldProps={(name) => ({
          id: `contact-${name}`,
          error: fields[name],
          defaultValue: values?.[name] ?? '',
          autoFocus: name === firstInvalid,
          rows: 6,
        })}
      >
        <input type="hidden" name="idempotency_key" value={formKey} />
        {source && <input type="hidden" name="source" value={source} />}
        <Button type="submit">{copy.submit}</Button>
        <ContactNotes />
      </ContactForm>
    </>
  );
}
