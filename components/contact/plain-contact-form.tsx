import type { Route } from 'next';
import Link from 'next/link';
import { type ContactFieldErrors, SERVICE_TYPES } from '@/lib/contact/schema';
import { contactCopy as copy } from '@/lib/content/contact-en';

type PlainContactFormProps = {
  /** What was typed before, to be shown again. */
  values?: Readonly<{ service_type: string; email: string; message: string }>;
  /** Why the last try failed. */
  error?: Readonly<{ message: string; fields: ContactFieldErrors; cut: boolean }>;
};

const control = 'block min-h-11 w-full rounded border border-line bg-surface p-3 text-ink';

/** The contact form as a page of its own: works without script, keeps what was typed, names what is wrong. */
export function PlainContactForm({ values, error }: PlainContactFormProps) {
  const fields = error?.fields ?? {};
  const firstBad = (['service_type', 'email', 'message'] as const).find((name) => fields[name]);

  /** What every field of this form carries. */
  function bind(name: keyof ContactFieldErrors) {
    const bad = fields[name] !== undefined;
    return {
      id: `contact-${name}`,
      name,
      defaultValue: values?.[name] ?? '',
      className: control,
      autoFocus: name === firstBad,
      ...(bad ? { 'aria-invalid': true, 'aria-describedby': `contact-${name}-error` } : {}),
    };
  }

  return (
    <form method="post" action="/api/contact" noValidate className="grid gap-6">
      {error && (
        <div role="alert" className="rounded border border-danger p-4 text-danger">
          <h2 className="font-semibold">{copy.errorSummary}</h2>
          <p>{error.message}</p>
          {error.cut && <p>{copy.message.cut}</p>}
        </div>
      )}
      <div>
        <label htmlFor="contact-service_type">{copy.service.label}</label>
        <select {...bind('service_type')} required>
          <option value="">{copy.service.placeholder}</option>
          {SERVICE_TYPES.map((value) => (
            <option key={value} value={value}>
              {copy.service.options[value]}
            </option>
          ))}
        </select>
        <FieldError name="service_type" fields={fields} />
      </div>
      <div>
        <label htmlFor="contact-email">{copy.email.label}</label>
        <input {...bind('email')} type="email" autoComplete="email" required />
        <FieldError name="email" fields={fields} />
      </div>
      <div>
        <label htmlFor="contact-message">{copy.message.label}</label>
        <textarea {...bind('message')} rows={6} />
        <FieldError name="message" fields={fields} />
      </div>
      <button type="submit" className="min-h-11 rounded bg-accent px-6 py-3 text-on-accent">
        {copy.submit}
      </button>
      <ul>
        {copy.trustNotes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <p>
        {copy.privacy.before}{' '}
        <Link href={'/privacy' as Route} className="underline">
          {copy.privacy.link}
        </Link>
      </p>
    </form>
  );
}

function FieldError(props: { name: keyof ContactFieldErrors; fields: ContactFieldErrors }) {
  const message = props.fields[props.name];
  if (!message) return null;
  return (
    <p id={`contact-${props.name}-error`} className="text-danger">
      {message}
    </p>
  );
}
