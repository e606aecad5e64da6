import type { ContactField } from '@/lib/contact/fields';
import type { ContactRequest } from '@/lib/contact/schema';
import type { fieldErrorsEn } from '@/lib/content/contact-en';

interface FieldCases<Name extends ContactField> {
  /** What is stored of a complete form. The schema returns it as it is. */
  value: NonNullable<ContactRequest[Name]>;
  /** The longest text that is stored. */
  longest?: NonNullable<ContactRequest[Name]>;
  /** What a form or a program can send, and what is stored of it. */
  stored: readonly (readonly [sent: unknown, stored: ContactRequest[Name]])[];
  /** What is refused, by the error. The number 5 must be among it. */
  refused: Readonly<Partial<Record<keyof typeof fieldErrorsEn, readonly unknown[]>>>;
  /** What the column refuses, whoever writes it, by the rule. */
  refusedByTable: Readonly<Record<string, string>>;
  /**
   * Makes a value that holds a unique word of letters and digits, or that word in the signs which
   * the field takes (a phone number: digits), so that leaks are found; null for a choice alone.
   */
  hide: ((word: string) => string) | null;
}

/** Cases for each field: the tests of the schema, the table, the forms and the logs use them. */
export const FIELD_CASES: { [Name in ContactField]: FieldCases<Name> } = {
  service_type: {
    value: 'other',
    longest: 'appointment-scheduling',
    stored: [],
    refused: {
      service_required: [
        ...[undefined, null, '', 'unknown', 'constructor', '__proto__', 'toString', 'Other'],
        ...[0, 5, []],
      ],
    },
    refusedByTable: {
      'a service in upper case': 'CRM-integrations',
      'a service with a space': 'crm integrations',
      'a service with an accent': 'služba',
      'a service of two lines': 'other\n',
      'an empty service': '',
      'a service of 41 characters': 'x'.repeat(41),
    },
    hide: null,
  },

  email: {
    value: 'eva@example.com',
    longest: `${'a'.repeat(242)}@example.com`,
    stored: [
      [' Eva@Example.COM\n', 'eva@example.com'],
      ['<eva@example.com>', 'eva@example.com'],
      ['eva\u200b@exam\u00adple.com\ufeff', 'eva@example.com'],
      ['e\0va@example\u0007.com', 'eva@example.com'],
      ['o’neil+x@sub.example.co', 'o’neil+x@sub.example.co'],
      ['jiří@příklad.cz', 'jiří@příklad.cz'],
    ],
    refused: {
      email_required: [...[undefined, null, '', '  \t', '<>', '\0', '\u200b\ufeff', 5, {}]],
      email_invalid: [
        ...['eva', 'eva@', '@example.com', 'eva@example', 'eva@.', 'a@b@example.com'],
        ...['Eva <eva@example.com> x@example.com', 'eva@example.com x'],
        `${'a'.repeat(243)}@example.com`,
      ],
    },
    refusedByTable: {
      'an upper-case address': 'Eva@example.com',
      'an address without a host': 'eva@',
      'an address with a space': 'eva m@example.com',
      'an address with a no-break space': 'eva\u00a0m@example.com',
      'an address with a wide space': 'eva@exam\u3000ple.com',
      'an address with a control character': 'eva\u0007@example.com',
      'an address with angle brackets': 'a<b>@example.com',
      'an address with two at-signs': 'a@b@example.com',
      'an address of 255 characters': `${'a'.repeat(243)}@example.com`,
      'two addresses': 'eva@example.com,jan',
      'an address with a semicolon': 'eva;jan@example.com',
      'an address that ends with a comma': 'eva@example.com,',
      'an address that ends with a dot': 'eva@example.com.',
      'an address with an empty label': 'eva@example..com',
      'an address whose domain begins with a dot': 'eva@.example.com',
      'an empty address': '',
    },
    hide: (word) => `${word}@example.com`,
  },

  message: {
    value: 'Hello',
    longest: 'x'.repeat(1000),
    stored: [
      ...[undefined, null, '', ' \r\n ', '<>', '\0'].map((empty) => [empty, null] as const),
      [' a\r\nb\rc ', 'a\nb\nc'],
      ['<script>x</script>', 'scriptx/script'],
      ['< a', 'a'],
      ['a\0\u0007\u0085\tb', 'a\tb'],
      ['lone \ud800 high, \udc00 low', 'lone \ufffd high, \ufffd low'],
      ['👩‍💻 stays', '👩‍💻 stays'],
      [`  ${'x'.repeat(1000)}<>\r\n`, 'x'.repeat(1000)],
      ['😀'.repeat(500), '😀'.repeat(500)],
    ],
    refused: {
      message_too_long: ['x'.repeat(1001), '😀'.repeat(501)],
      message_not_text: [5],
    },
    refusedByTable: {
      'an empty message': '',
      'a message of blanks': ' ',
      'an untrimmed message': 'hello\n',
      'a message that begins with a no-break space': '\u00a0hello',
      'a message with a carriage return': 'a\r\nb',
      'a message with a control character': 'a\u0085b',
      'a message with angle brackets': 'a > b',
      'a message of 1001 characters': 'x'.repeat(1001),
    },
    hide: (word) => `Hello from ${word}`,
  },
};
