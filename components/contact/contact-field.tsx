import type { ComponentType, ReactNode } from 'react';
import { Field, getErrorAttributes } from '@/components/ui/field';
import { CONTACT_FIELDS, type ContactField as FieldName } from '@/lib/contact/fields';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { SERVICE_TYPES } from '@/lib/services';

export interface CounterProps {
  id: string;
  controlId: string;
  limit: number;
}

export interface ContactFieldProps {
  name: FieldName;
  id: string;
  error: string | undefined;
  defaultValue?: string | undefined;
  autoFocus?: boolean;
  isLocked?: boolean;
  /** The height of a textarea. */
  rows?: number;
  /** Counts the characters in a textarea, which needs script. */
  Counter?: ComponentType<CounterProps>;
  /** Shown between the control and its error. */
  children?: ReactNode;
}

/** A field of the contact form, as `CONTACT_FIELDS` describes it. */
export function ContactField({ name, id, error, Counter, children, ...props }: ContactFieldProps) {
  const field = CONTACT_FIELDS[name];
  const counterId = `${id}-count`;
  const counter = field.control === 'textarea' && Counter && (
    <Counter id={counterId} controlId={id} limit={field.limit} />
  );
  return (
    <Field id={id} label={copy.fields[name].label} error={error} aside={counter}>
      <Control
        name={name}
        id={id}
        {...props}
        {...getErrorAttributes(id, error, counter ? counterId : undefined)}
      />
      {children}
    </Field>
  );
}

type ControlProps = Pick<ContactFieldProps, 'name' | 'id' | 'defaultValue' | 'autoFocus'> &
  Pick<ContactFieldProps, 'isLocked' | 'rows'> &
  ReturnType<typeof getErrorAttributes>;

function Control({ name, isLocked, rows = 4, ...props }: ControlProps) {
  const field = CONTACT_FIELDS[name];
  const { placeholder } = copy.fields[name];
  const attributes = { ...props, name, required: field.required, className: 'control' };
  switch (field.control) {
    case 'select':
      return (
        // A select has no `readOnly`.
        <select {...attributes} defaultValue={props.defaultValue ?? ''} disabled={isLocked}>
          <option value="">{placeholder}</option>
          {SERVICE_TYPES.map((service) => (
            <option key={service} value={service}>
              {servicesEn[service].option ?? servicesEn[service].name}
            </option>
          ))}
        </select>
      );
    case 'input':
      return (
        <input
          {...attributes}
          type={field.type}
          autoComplete={field.autoComplete}
          placeholder={placeholder}
          readOnly={isLocked}
        />
      );
    case 'textarea':
      return (
        <textarea
          {...attributes}
          dir="auto"
          rows={rows}
          placeholder={placeholder}
          readOnly={isLocked}
          className="control min-h-28 resize-y"
        />
      );
  }
}
