import { Button } from '@/components/ui/button';
import { getErrorAttributes, Field } from '@/components/ui/field';
import type { ContactFieldErrors, ContactInput } from '@/lib/contact/schema';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { ContactNotes, EmailField, FormError, HoneypotField, ServiceField } from './form-fields';

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

  const getFieldProps = (name: keyof ContactFieldErrors) => ({
    id: `contact-${name}`,
    error: fields[name],
    defaultValue: values?.[name] ?? '',
    autoFocus: name === firstInvalid,
  });
  const { error: messageError, ...messageProps } = getFieldProps('message');

  return (
    <>
      {error && (
        <FormError mail={mail}>
          {error.cut ? `${error.message} ${copy.message.cut}` : error.message}
        </FormError>
      )}
      <form method="post" action="/api/contact" noValidate className="grid gap-5">
        <ServiceField {...getFieldProps('service_type')} />
        <EmailField {...getFieldProps('email')} />
        <Field id="contact-message" label={copy.message.label} error={messageError}>
          <textarea
            {...messageProps}
            {...getErrorAttributes('contact-message', messageError)}
            name="message"
            className="control"
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
