import { Button } from '@/components/ui/button';
import { getErrorAttributes, Field } from '@/components/ui/field';
import { type ContactFieldErrors, type ContactInput, SERVICE_TYPES } from '@/lib/contact/schema';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { ContactNotes, FormError, HoneypotField } from './form-parts';

interface PlainContactFormProps {
  /** Sent with the form, so that pressing Send twice stores one request. */
  formKey: string;
  values?: Readonly<ContactInput>;
  error?: Readonly<{ message: string; fields: ContactFieldErrors; cut: boolean }>;
  /** Our address, if sending failed. */
  mail?: string | undefined;
}

/** The contact form of the page `/contact`, which works without script. */
export function PlainContactForm({ formKey, values, error, mail }: PlainContactFormProps) {
  const fields = error?.fields ?? {};
  const firstInvalid = (['service_type', 'email', 'message'] as const).find((name) => fields[name]);

  function getControlProps(name: keyof ContactFieldErrors) {
    const id = `contact-${name}`;
    return {
      id,
      name,
      defaultValue: values?.[name] ?? '',
      className: 'control',
      autoFocus: name === firstInvalid,
      ...getErrorAttributes(id, fields[name]),
    };
  }

  return (
    <>
      {error && (
        <FormError mail={mail}>
          {error.cut ? `${error.message} ${copy.message.cut}` : error.message}
        </FormError>
      )}
      <form method="post" action="/api/contact" noValidate className="grid gap-5">
        <Field id="contact-service_type" label={copy.service.label} error={fields.service_type}>
          <select {...getControlProps('service_type')} required>
            <option value="">{copy.service.placeholder}</option>
            {SERVICE_TYPES.map((value) => (
              <option key={value} value={value}>
                {copy.service.options[value]}
              </option>
            ))}
          </select>
        </Field>
        <Field id="contact-email" label={copy.email.label} error={fields.email}>
          <input
            {...getControlProps('email')}
            type="email"
            autoComplete="email"
            required
            placeholder={copy.email.placeholder}
          />
        </Field>
        <Field id="contact-message" label={copy.message.label} error={fields.message}>
          <textarea
            {...getControlProps('message')}
            dir="auto"
            rows={6}
            placeholder={copy.message.placeholder}
          />
        </Field>
        <HoneypotField />
        <input type="hidden" name="idempotency_key" value={formKey} />
        <Button type="submit">{copy.submit}</Button>
        <ContactNotes />
      </form>
    </>
  );
}
