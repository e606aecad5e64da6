/** @jest-environment node */
import fc from 'fast-check';
import { buildRequest } from '@/__tests__/support/contact-form';
import { CONTACT_FIELDS, mapFields } from '@/lib/contact/fields';
import { parseContactRequest } from '@/lib/contact/schema';
import { SERVICE_TYPES } from '@/lib/services';

const form = buildRequest();

test('accepts a complete form with each service', () => {
  for (const service_type of SERVICE_TYPES) {
    const value = { ...form, service_type };
    expect(parseContactRequest(value)).toEqual({ ok: true, value });
  }
});

test.each([undefined, null, '', 'unknown', 'constructor', '__proto__', 'toString', 'Other', 0, []])(
  'asks to select a service instead of %p',
  (service_type) => {
    const fields = { service_type: 'Please select a service type' };
    expect(parseContactRequest({ ...form, service_type })).toEqual({ ok: false, fields });
  },
);

test.each([undefined, null, '', '  \t', '<>', '\0', '\u200b\ufeff', 5, {}])(
  'requires an address instead of %p',
  (email) => {
    const fields = { email: 'Email address is required' };
    expect(parseContactRequest({ ...form, email })).toEqual({ ok: false, fields });
  },
);

test.each([
  ...['eva', 'eva@', '@example.com', 'eva@example', 'eva@.', 'a@b@example.com'],
  ...['Eva <eva@example.com> x@example.com', 'eva@example.com x'],
  `${'a'.repeat(243)}@example.com`,
])('refuses the address %p', (email) => {
  const fields = { email: 'Please enter a valid email address' };
  expect(parseContactRequest({ ...form, email })).toEqual({ ok: false, fields });
});

test.each([
  [' Eva@Example.COM\n', 'eva@example.com'],
  ['<eva@example.com>', 'eva@example.com'],
  ['eva\u200b@exam\u00adple.com\ufeff', 'eva@example.com'],
  ['e\0va@example\u0007.com', 'eva@example.com'],
  ['o’neil+x@sub.example.co', 'o’neil+x@sub.example.co'],
  ['jiří@příklad.cz', 'jiří@příklad.cz'],
  [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
])('stores the address %p as %p', (email, stored) => {
  expect(parseContactRequest({ ...form, email })).toMatchObject({ value: { email: stored } });
});

test.each([undefined, null, '', ' \r\n ', '<>', '\0'])('stores no message for %p', (message) => {
  expect(parseContactRequest({ ...form, message })).toMatchObject({ value: { message: null } });
});

test.each([
  [' a\r\nb\rc ', 'a\nb\nc'],
  ['<script>x</script>', 'scriptx/script'],
  ['< a', 'a'],
  ['a\0\u0007\u0085\tb', 'a\tb'],
  ['lone \ud800 high, \udc00 low', 'lone \ufffd high, \ufffd low'],
  ['👩‍💻 stays', '👩‍💻 stays'],
])('stores the message %p as %p', (message, stored) => {
  expect(parseContactRequest({ ...form, message })).toMatchObject({ value: { message: stored } });
});

test('accepts messages of 1000 UTF-16 units after cleaning', () => {
  const parseMessage = (message: string) => parseContactRequest({ ...form, message });
  expect(CONTACT_FIELDS.message.limit).toBe(1000);
  expect(parseMessage(`  ${'x'.repeat(1000)}<>\r\n`)).toMatchObject({ ok: true });
  expect(parseMessage('😀'.repeat(500))).toMatchObject({ ok: true });
  for (const long of ['x'.repeat(1001), '😀'.repeat(501)]) {
    expect(parseMessage(long)).toEqual({
      ok: false,
      fields: { message: 'Message must be at most 1000 characters' },
    });
  }
});

test('names every refused field', () => {
  expect(parseContactRequest({ message: 5 })).toEqual({
    ok: false,
    fields: {
      service_type: 'Please select a service type',
      email: 'Email address is required',
      message: 'Message must be text',
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
  const value = { ...mapFields(() => null), service_type: 'other', email: 'eva@example.com' };
  expect(result).toEqual({ ok: true, value });
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
    service_type: fc.constantFrom(...SERVICE_TYPES),
    email: fc.tuple(text, text).map(([a, b]) => `a${a}@b${b}.c`),
    message: text,
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

test('checks the length of an address before any repeating pattern', () => {
  expect(listRepeatedlyMatched(form)).toContain(form.email);
  const email = `a@${'.'.repeat(16_000)} x`;
  expect(parseContactRequest({ ...form, email })).toMatchObject({ ok: false });
  const matched = listRepeatedlyMatched({ ...form, email });
  expect(matched.filter((text) => text.length > 1000)).toEqual([]);
});
