import { readFileSync } from 'node:fs';
import { fc } from '@/__tests__/support/fast-check';
import { FIELD_CASES } from '@/__tests__/support/contact-fields';
import { buildForm, buildRequest } from '@/__tests__/support/contact-form';
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactField,
  mapFields,
} from '@/lib/contact/fields';
import { parseContactRequest } from '@/lib/contact/schema';
import { fieldErrorsEn } from '@/lib/content/contact-en';
import { SERVICE_TYPES } from '@/lib/services';

const form = buildRequest();

/** What can be sent as a field and is accepted, and what is stored of it. */
const listStored = (name: ContactField): (readonly [sent: unknown, stored: unknown])[] => {
  const { value, longest = value, stored } = FIELD_CASES[name];
  return [[value, value], [buildForm()[name], value], [longest, longest], ...stored];
};

test('accepts a complete form with each service', () => {
  for (const service_type of SERVICE_TYPES) {
    const value = { ...form, service_type };
    expect(parseContactRequest(value)).toEqual({ ok: true, value });
  }
});

describe.each(CONTACT_FIELD_NAMES)('the field %s', (name) => {
  const field = CONTACT_FIELDS[name];
  const { longest, refused, hide } = FIELD_CASES[name];
  const parse = (sent: unknown) => parseContactRequest({ ...form, [name]: sent });

  test('is stored as its cases say', () => {
    const cases = listStored(name);
    expect(cases.map(([sent]) => [sent, parse(sent)])).toEqual(
      cases.map(([sent, kept]) => [sent, { ok: true, value: { ...form, [name]: kept } }]),
    );
  });

  test('is refused as its cases say, also a number', () => {
    const cases = (Object.keys(refused) as (keyof typeof refused)[]).flatMap((error) =>
      (refused[error] ?? []).map((sent: unknown) => ({
        sent,
        result: { ok: false, fields: { [name]: fieldErrorsEn[error] } },
      })),
    );
    expect(cases.map(({ sent }) => ({ sent, result: parse(sent) }))).toEqual(cases);
    expect(cases.map(({ sent }) => sent)).toContain(5);
  });

  test('is required if it is marked so, and has a limit', () => {
    expect(parse('').ok).toBe(!field.required);
    expect(parse('1'.repeat('limit' in field ? field.limit + 1 : 100)).ok).toBe(false);
    if ('limit' in field) expect(longest).toHaveLength(field.limit);
  });

  if (hide)
    test('takes the words by which leaks are found', () => {
      expect(parse(hide('canary0123456789ab')).ok).toBe(true);
    });

  test('is explained in the docs', () => {
    const behaviour = readFileSync('docs/behaviour.md', 'utf8').replace(/\s+/g, ' ');
    expect(/\*\*`strategy_sessions`\*\*([^*]+)/.exec(behaviour)?.[1]).toContain(`\`${name}\``);
  });
});

test('names every refused field', () => {
  expect(parseContactRequest({ message: 5 })).toEqual({
    ok: false,
    fields: {
      service_type: fieldErrorsEn.service_required,
      email: fieldErrorsEn.email_required,
      message: fieldErrorsEn.message_not_text,
    },
  });
});

test.each([undefined, null, 'text', 5, []])('refuses %j without naming a field', (input) => {
  expect(parseContactRequest(input)).toEqual({ ok: false, fields: {} });
});

test('drops unknown and prototype keys', () => {
  const more = '{"handled_at":"now","__proto__":{"message":"x"},"constructor":1}';
  const sent: unknown = { ...form, message: undefined, ...JSON.parse(more) };
  const result = parseContactRequest(sent);
  expect(result).toEqual({ ok: true, value: { ...form, message: null } });
  expect(({} as { message?: string }).message).toBeUndefined();
});

test('never throws, whatever the input', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => typeof parseContactRequest(input).ok === 'boolean'),
  );
});

test('leaves a clean request unchanged', () => {
  const text = fc.string({ unit: 'binary' });
  const forms = fc.record({
    ...mapFields((name) =>
      fc.oneof(text, fc.constantFrom(...listStored(name).map(([sent]) => sent))),
    ),
    service_type: fc.constantFrom(...SERVICE_TYPES),
    email: fc.tuple(text, text).map(([a, b]) => `a${a}@b${b}.c`),
  });
  const accepted = forms.map(parseContactRequest).filter(({ ok }) => ok);
  fc.assert(
    fc.property(accepted, (once) => {
      expect(parseContactRequest(once.ok && once.value)).toEqual(once);
    }),
    { numRuns: 200 },
  );
});
