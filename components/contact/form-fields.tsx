import type { ComponentProps, Ref } from 'react';
import { Field, getErrorAttributes } from '@/components/ui/field';
import { NoteList } from '@/components/ui/note-list';
import { TextWithLink } from '@/components/ui/text-with-link';
import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { SERVICE_TYPES } from '@/lib/services';

// What the dialog's form and the form of the page `/contact` share.

interface FormErrorProps {
  ref?: Ref<HTMLDivElement>;
  title?: string;
  /** Our address, if sending failed. */
  mail?: string | undefined;
  children: string;
}

/** The error message above the form. */
export function FormError({ ref, title = copy.errorSummary, mail, children }: FormErrorProps) {
  return (
    <div
      ref={ref}
      role="alert"
      className={
        'mb-6 rounded-control border border-danger-line bg-danger-surface ' +
        'px-4 py-3 text-note text-danger'
      }
    >
      <p className="semibold">{title}</p>
      <p>{children}</p>
      {mail && (
        <p>
          <TextWithLink before={copy.orWrite} link={mail} href={`mailto:${mail}`} />
        </p>
      )}
    </div>
  );
}

type ControlProps<Tag extends 'input' | 'select'> = ComponentProps<Tag> & {
  id: string;
  error: string | undefined;
};

/** The select of the requested service. */
export function ServiceField({ id, error, ...props }: ControlProps<'select'>) {
  return (
    <Field id={id} label={copy.service.label} error={error}>
      <select
        id={id}
        name="service_type"
        required
        className="control"
        {...props}
        {...getErrorAttributes(id, error)}
      >
        <option value="">{copy.service.placeholder}</option>
        {SERVICE_TYPES.map((service) => (
          <option key={service} value={service}>
            {servicesEn[service].option ?? servicesEn[service].name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The email field; `children` are shown between it and its error. */
export function EmailField({ id, error, children, ...props }: ControlProps<'input'>) {
  return (
    <Field id={id} label={copy.email.label} error={error}>
      <input
        id={id}
        name="email"
        type="email"
        autoComplete="email"
        required
        placeholder={copy.email.placeholder}
        className="control"
        {...props}
        {...getErrorAttributes(id, error)}
      />
      {children}
    </Field>
  );
}

/** A field that only bots fill in, because no person can see, hear or focus it. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}

/** Trust notes and the privacy link, which opens a new tab if `newTab` says so. */
export function ContactNotes(props: { newTab?: string }) {
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-5">
      <NoteList notes={copy.trustNotes} icons={['shield', 'clock', 'check']} />
      <p className="text-note text-muted">
        <TextWithLink {...copy.privacy} {...props} href="/privacy" />
      </p>
    </div>
  );
}
