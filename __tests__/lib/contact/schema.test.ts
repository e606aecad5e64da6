/** @jest-environment node */
import fc from 'fast-check';
import { MESSAGE_MAX_LENGTH, parseContactRequest, SERVICE_TYPES } from '@/lib/contact/schema';

const form = { service_type: 'other', email: 'eva@example.com', message: 'Hello' };

test('a filled form becomes a request', () => {
  expect(parseContactRequest(form)).toEqual({ ok: true, value: form });
});

test.each(['ai-customer-support', 'crm-integrations', 'appointment-scheduling', 'other'])(
  'the service %s is known',
  (service_type) => {
    expect(parseContactRequest({ ...form, service_type })).toMatchObject({ ok: true });
  },
);

test.each([undefined, null, '', 'unknown', 'constructor', '__proto__', 'toString', 'Other', 0, []])(
  'the service %p asks to select one',
  (service_type) => {
    expect(parseContactRequest({ ...form, service_type })).toEqual({
      ok: false,
      fields: { service_type: 'Please select a service type' },
    });
  },
);

test.each([undefined, null, '', '  \t', '<>', '\0', '\u200b\ufeff', 5, {}])(
  'the address %p is required',
  (email) => {
    expect(parseContactRequest({ ...form, email })).toEqual({
      ok: false,
      fields: { email: 'Email address is required' },
    });
  },
);

test.each([
  'eva',
  'eva@',
  '@example.com',
  'eva@example',
  'eva@example.',
  'eva@.',
  'eva@@example.com',
  'a@b@example.com',
  'eva m@example.com',
  'eva@example.com x',
  'eva\u00a0m@example.com',
  'Eva <eva@example.com> x@example.com',
  `${'a'.repeat(243)}@example.com`,
])('the address %p is not valid', (email) => {
  expect(parseContactRequest({ ...form, email })).toEqual({
    ok: false,
    fields: { email: 'Please enter a valid email address' },
  });
});

test.each([
  [' Eva@Example.COM\n', 'eva@example.com'],
  ['<eva@example.com>', 'eva@example.com'],
  ['eva\u200b@exam\u00adple.com\ufeff', 'eva@example.com'],
  ['e\0va@example\u0007.com', 'eva@example.com'],
  ['o’neil+x@sub.example.co', 'o’neil+x@sub.example.co'],
  ['jiří@příklad.cz', 'jiří@příklad.cz'],
  [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
])('the address %p is stored as %p', (email, stored) => {
  expect(parseContactRequest({ ...form, email })).toMatchObject({ value: { email: stored } });
});

test.each([undefined, null, '', ' \r\n ', '<>', '\0'])('the message %p is none', (message) => {
  expect(parseContactRequest({ ...form, message })).toMatchObject({ value: { message: null } });
});

test.each([
  [' a\r\nb\rc ', 'a\nb\nc'],
  ['<script>x</script>', 'scriptx/script'],
  ['< a', 'a'],
  ['a\0\u0007\u0085\tb', 'a\tb'],
  ['lone \ud800 high, \udc00 low', 'lone \ufffd high, \ufffd low'],
  ['👩‍💻 stays', '👩‍💻 stays'],
])('the message %p is stored as %p', (message, stored) => {
  expect(parseContactRequest({ ...form, message })).toMatchObject({ value: { message: stored } });
});

test('a message has at most 1000 UTF-16 units once it is clean', () => {
  const of = (message: string) => parseContactRequest({ ...form, message });
  expect(MESSAGE_MAX_LENGTH).toBe(1000);
  expect(of(`  ${'x'.repeat(1000)}<>\r\n`)).toMatchObject({ ok: true });
  expect(of('😀'.repeat(500))).toMatchObject({ ok: true });
  for (const long of ['x'.repeat(1001), '😀'.repeat(501)]) {
    expect(of(long)).toEqual({
      ok: false,
      fields: { message: 'Message must be at most 1000 characters' },
    });
  }
});

test('every refused field is named at once', () => {
  expect(parseContactRequest({ message: 5 })).toEqual({
    ok: false,
    fields: {
      service_type: 'Please select a service type',
      email: 'Email address is required',
      message: 'Message must be text',
    },
  });
});

test.each([undefined, null, 'text', 5, []])(
  '%j is no form, and so has no field to name',
  (input) => {
    const result = parseContactRequest(input);
    expect(result).toEqual({ ok: false, fields: expect.any(Object) });
    expect(Object.keys(result.ok ? {} : result.fields)).toEqual([]);
  },
);

test('unknown and prototype keys are dropped', () => {
  const input: unknown = JSON.parse(
    '{"service_type":"other","email":"eva@example.com","handled_at":"now",' +
      '"__proto__":{"message":"x"},"constructor":1}',
  );
  const result = parseContactRequest(input);
  expect(result).toEqual({ ok: true, value: { ...form, message: null } });
  expect(({} as { message?: string }).message).toBeUndefined();
});

test('anything at all is either a request or refused, never an exception', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => typeof parseContactRequest(input).ok === 'boolean'),
  );
});

test('what was cleaned stays as it is when cleaned again', () => {
  const text = fc.string({ unit: 'binary' });
  const forms = fc.record({
    service_type: fc.constantFrom(...SERVICE_TYPES),
    email: fc.tuple(text, text).map(([a, b]) => `a${a}@b${b}.c`),
    message: text,
  });
  let accepted = 0;
  fc.assert(
    fc.property(forms, (input) => {
      const once = parseContactRequest(input);
      if (!once.ok) return;
      accepted += 1;
      expect(parseContactRequest(once.value)).toEqual(once);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('an endless address reaches no pattern that repeats something', () => {
  const matched = new Set<number>();
  const { exec } = RegExp.prototype;
  jest.spyOn(RegExp.prototype, 'exec').mockImplementation(function note(this: RegExp, text) {
    if (this.source.includes('+') || this.source.includes('*')) matched.add(text.length);
    return exec.call(this, text);
  });
  expect(parseContactRequest(form)).toMatchObject({ ok: true });
  expect([...matched]).toEqual([form.email.length]);
  const endless = `a@${'.'.repeat(16_000)} x`;
  expect(parseContactRequest({ ...form, email: endless })).toMatchObject({ ok: false });
  expect([...matched]).toEqual([form.email.length]);
});
