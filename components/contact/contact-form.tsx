import type { ComponentProps, ReactNode } from 'react';
import { Select } from '@/components/ui/select';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS, HONEYPOT_FIELD } from '@/lib/contact/fields';
import type { ContactField as FieldName } from '@/lib/contact/fields';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { SERVICE_TYPES } from '@/lib/services';

interface ContactFormProps extends ComponentProps<'form'> {
  getFieldProps: (name: FieldName) => Omit<ContactFieldProps, 'name'>;
}

/** Its fields are uncontrolled, so that text from before hydration stays. */
export function ContactForm({ getFieldProps, children, ...form }: ContactFormProps) {
  return (
    <form method="post" action="/api/contact" noValidate className="grid gap-5" {...form}>
      {CONTACT_FIELD_NAMES.map((name) => (
        <ContactField key={name} name={name} {...getFieldProps(name)} />
      ))}
      {/* Only bots fill it in: people can't see, hear or focus it, nor their programs edit it. */}
      <div aria-hidden="true" className="sr-only">
        <input
          name={HONEYPOT_FIELD}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          readOnly
          defaultValue=""
        />
      </div>
      {children}
    </form>
  );
}

interface ContactFieldProps {
  name: FieldName;
  id: string;
  error: string | undefined;
  defaultValue?: string;
  autoFocus?: boolean;
  isLocked?: boolean;
  rows?: number;
  /** Under the control, with the id `<id>-count`. */
  counter?: ReactNode;
  children?: ReactNode;
}

function ContactField({ name, error, counter, children, ...props }: ContactFieldProps) {
  const { id, isLocked, rows = 4, ...rest } = props;
  const field = CONTACT_FIELDS[name];
  const { label, placeholder } = copy.fields[name];
  const errorId = `${id}-error`;
  const descriptions = [error && errorId, counter && `${id}-count`].filter(Boolean).join(' ');
  const control = {
    ...rest,
    id,
    name,
    required: field.required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
  };
  const text = { ...control, className: 'control', placeholder, readOnly: isLocked };
  return (
    <div>
      <label htmlFor={id} className="semibold mb-1.5 block text-note">
        {label}
      </label>
      {field.control === 'select' && (
        // A select has no `readOnly`.
        <Select {...control} defaultValue={rest.defaultValue ?? ''} disabled={isLocked}>
          <option value="">{placeholder}</option>
          {SERVICE_TYPES.map((service) => (
            <option key={service} value={service}>
              {servicesEn[service].option ?? servicesEn[service].name}
            </option>
          ))}
        </Select>
      )}
      {field.control === 'input' && (
        <input {...text} type={field.type} autoComplete={field.autoComplete} />
      )}
      {field.control === 'textarea' && (
        <textarea {...text} dir="auto" rows={rows} className="control min-h-28 resize-y" />
      )}
      {children}
      <div className="flex flex-wrap justify-between gap-x-4 text-note">
        <p id={errorId} className={error ? 'pt-1.5 text-danger' : undefined}>
          {error}
        </p>
        {counter}
      </div>
    </div>
  );
}
