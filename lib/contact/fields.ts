interface FieldBase {
  required: boolean;
  /** The head of its column in `npm run requests`; null if it isn't listed there. */
  listedAs: string | null;
}

type FieldDefinition = FieldBase &
  (
    | { control: 'select' }
    | { control: 'input'; type: 'email' | 'tel' | 'text'; autoComplete: string; limit: number }
    | { control: 'textarea'; limit: number }
  );

/**
 * The fields of the contact form, in their order in the form. The name of a field is also that of
 * its column in `strategy_sessions`. `limit` counts UTF-16 units, as the browser's counter does.
 */
export const CONTACT_FIELDS = {
  service_type: { control: 'select', required: true, listedAs: 'service' },
  email: {
    control: 'input',
    type: 'email',
    autoComplete: 'email',
    required: true,
    limit: 254,
    listedAs: 'address',
  },
  message: { control: 'textarea', required: false, limit: 1000, listedAs: 'message' },
} as const satisfies Record<string, FieldDefinition>;

export type ContactField = keyof typeof CONTACT_FIELDS;

/** What can be wrong with a field. `lib/content/contact-en.ts` has a sentence for each. */
export type FieldError =
  'service_required' | 'email_required' | 'email_invalid' | 'message_too_long' | 'message_not_text';

export type FieldErrors = Partial<Record<ContactField, FieldError>>;
/** One sentence for each refused field. */
export type ContactFieldErrors = Partial<Record<ContactField, string>>;

/** What was typed into the form. */
export type ContactInput = Record<ContactField, string>;

export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactField[];

/** Makes a value for each field. */
export const mapFields = <Value>(make: (name: ContactField) => Value) =>
  Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, make(name)])) as Record<
    ContactField,
    Value
  >;
