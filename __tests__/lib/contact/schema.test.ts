/** @jest-environment node */
import fc from 'fast-check';
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
/** What can be sent as a field and is accepted. */
const listSent = (name: ContactField): unknown[] => {
  const { value, longest, stored } = FIELD_CASES[name];
  return [value, longest ?? value, ...stored.map(([sent]) => sent)];
};

test('accepts a complete form with each service', () => {
  for (const service_type of SERVICE_TYPES) {
    const value = { ...form, service_type };
    expect(parseContactRequest(value)).toEqual({ ok: true, value });
  }
});

describe.each(CONTACT_FIELD_NAMES)('the field %s', (name) => {
  const { value, longest, stored, refused } = FIELD_CASES[name];
  const parse = (sent: unknown) => parseContactRequest({ ...form, [name]: sent });

  test('is stored as its cases say', () => {
    const [posted, text] = [buildForm()[name], longest ?? value];
    const cases: [unknown, unknown][] = [
      ...stored.map(([sent, kept]): [unknown, unknown] => [sent, kept]),
      [value, value],
      [posted, value],
      [text, text],
    ];
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

  test('is not matched with a repeating pattern before its length is checked', () => {
    const long = `a@${'.'.repeat(16_000)} x`;
    expect(parse(long)).toMatchObject({ ok: false });
    const matched = listRepeatedlyMatched({ ...form, [name]: long });
    expect(matched.filter((text) => text.length > 1000)).toEqual([]);
  });
});

test('a message has at most 1000 UTF-16 units, an address 254', () => {
  expect(CONTACT_FIELDS).toMatchObject({ message: { limit: 1000 }, email: { limit: 254 } });
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
  const result = parseContactRequest(input);
  expect(result).toEqual({ ok: false, fields: expect.any(Object) });
  expect(Object.keys(result.ok ? {} : result.fields)).toEqual([]);
});

test('drops unknown and prototype keys', () => {
  const input: unknown = JSON.parse(
    '{"service_type":"other","email":"eva@example.com","handled_at":"now",' +
      '"__proto__":{"message":"x"},"constructor":1}',
  );
  const result = parseContactRequest(input);
  const value = { service_type: 'other', email: 'eva@example.com', message: null };
  expect(result).toMatchObject({ ok: true, value });
  expect(Object.keys(result.ok ? result.value : {})).toEqual(CONTACT_FIELD_NAMES);
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
    ...mapFields((name) => fc.oneof(text, fc.constantFrom(...listSent(name)))),
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

/** Lists the texts that an input's parsing matches with patterns that repeat something. */
function listRepeatedlyMatched(input: object): string[] {
  const matches: { source: string; text: string }[] = [];
  const { exec } = RegExp.prototype;
  const spy = jest.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
    this: RegExp,
    text,
  ) {
    matches.push({ source: this.source, text });
    return exec.call(this, text);
  });
  parseContactRequest(input);
  spy.mockRestore();
  // What is escaped or in a set repeats nothing: `\+`, `[+*]`.
  const repeats = (source: string) => /[+*]/.test(source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, ''));
  return matches.filter(({ source }) => repeats(source)).map(({ text }) => text);
}

test('the list of matched texts has those that a repeating pattern matches', () => {
  expect(listRepeatedlyMatched(form)).toContain(form.email);
});
