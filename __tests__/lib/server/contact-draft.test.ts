/** @jest-environment node */
import { createHash } from 'node:crypto';
import { contactPage, readOutcome } from '@/lib/server/contact-draft';
import type { FinalAnswer } from '@/lib/server/http';

const failure = { ok: false, error: 'invalid', message: 'Please check.' } as const;
const typed = { service_type: 'other', email: 'eva@example.com', message: 'Hello' };

beforeAll(() => {
  process.env['SITE_URL'] = 'https://callwright.example';
  process.env['SUPABASE_URL'] = 'https://project.supabase.example';
  process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_abcdef';
});

/** The cookies of a page by name, as a browser would send them back. */
const jarOf = (answer: FinalAnswer, input: object = typed) =>
  new Map(
    contactPage(answer, { ...input }).cookies.map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(line) ?? [];
      return [name, value] as const;
    }),
  );

/** What the page shows after a failed post. */
function shown(answer: FinalAnswer, input: object = typed) {
  const jar = jarOf(answer, input);
  const outcome = readOutcome((name) => jar.get(name));
  if (outcome?.state !== 'failed') throw new Error('not a failure');
  return outcome;
}

/** Bytes that look random and are the same in every run: nothing makes them shorter. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) =>
    createHash('sha256').update(String(n)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

const letters = noise(20_000).toString('base64url');

test('a message that no cookie can hold is cut to as much as fits, and the page may say so', () => {
  const message = letters.slice(0, 15_000);
  const cookies = contactPage(failure, { ...typed, message }).cookies;
  expect(cookies.every((cookie) => cookie.length < 4000)).toBe(true);
  expect(cookies.join().length).toBeLessThan(8000);
  const { values, cut } = shown(failure, { ...typed, message });
  expect(values).toEqual({ ...typed, message: message.slice(0, values.message.length) });
  // Two cookies of 3,600 characters hold 5,400 bytes; one of these letters takes six bits.
  expect(values.message.length).toBeGreaterThan(6800);
  expect(values.message.length).toBeLessThan(7200);
  expect(cut).toBe(true);
});

test('the longest message that fits in whole is not cut', () => {
  const kept = shown(failure, { ...typed, message: letters }).values.message.length;
  const fits = letters.slice(0, kept - 50);
  expect(shown(failure, { ...typed, message: fits })).toMatchObject({
    values: { message: fits },
    cut: false,
  });
});

test('an address of a thousand characters is kept, a longer one is cut', () => {
  const address = 'x'.repeat(1000);
  expect(shown(failure, { ...typed, email: address })).toMatchObject({
    values: { email: address },
    cut: false,
  });
  expect(shown(failure, { ...typed, email: `${address}y` })).toMatchObject({
    values: { email: address },
    cut: true,
  });
});

test('of a made-up service 64 characters are kept', () => {
  const { values } = shown(failure, { ...typed, service_type: 'x'.repeat(65) });
  expect(values.service_type).toBe('x'.repeat(64));
});

test('of a post that was too large the message counts as cut, if there was one', () => {
  const tooLarge = { ...failure, error: 'too_large' } as const;
  expect(shown(tooLarge).cut).toBe(true);
  expect(shown(tooLarge, { ...typed, message: '' }).cut).toBe(false);
});

test('control characters that HTML cannot hold are dropped, line ends and tabs are not', () => {
  const { values } = shown(failure, { ...typed, message: 'a\0b\u0007\u0085c\r\n\td', email: 5 });
  expect(values).toEqual({ ...typed, message: 'abc\r\n\td', email: '' });
});

test.each([
  ['unavailable', true],
  ['internal', true],
  ['invalid', false],
  ['duplicate', false],
] as const)('after %s an address to write to is offered: %s', (error, offerMail) => {
  expect(shown({ ...failure, error })).toMatchObject({ offerMail, message: 'Please check.' });
});

test('refused fields come with their sentences; where none is refused there are none', () => {
  const fields = { email: 'Please enter a valid email address' };
  expect(shown({ ...failure, fields }).fields).toEqual(fields);
  expect(shown(failure).fields).toEqual({});
});

test.each([
  [{ service_type: 'other' }, 'other'],
  [undefined, ''],
])('after a success with %j the page knows the service %p and nothing typed', (body, service) => {
  const jar = jarOf(body ? { ok: true, body } : { ok: true });
  expect(readOutcome((name) => jar.get(name))).toEqual({ state: 'sent', service });
});

describe('the cookie', () => {
  const long = { ...typed, message: letters };

  test('of a long value comes in two parts, and without the second it is nothing', () => {
    const jar = jarOf(failure, long);
    expect([...jar.keys()]).toEqual(['contact-outcome.0', 'contact-outcome.1']);
    jar.delete('contact-outcome.1');
    expect(readOutcome((name) => jar.get(name))).toBeNull();
  });

  test('of a short value opens beside the second part that a longer one left', () => {
    const jar = new Map([...jarOf(failure, long), ...jarOf(failure)]);
    expect(jar.size).toBe(2);
    expect(readOutcome((name) => jar.get(name))).toMatchObject({ values: typed });
  });

  test.each(['3', '50', 'x', 'NaN'])(
    'whose count of parts is %p is nothing, and no further part is asked for',
    (count) => {
      const whole = jarOf(failure).get('contact-outcome.0')?.split('.')[1];
      const read = jest.fn((name: string) =>
        name === 'contact-outcome.0' ? `${count}.${whole}` : undefined,
      );
      expect(readOutcome(read)).toBeNull();
      expect(read).toHaveBeenCalledTimes(1);
    },
  );

  test('without a value, or of another name, is nothing', () => {
    const [value] = jarOf(failure).values();
    expect(readOutcome(() => undefined)).toBeNull();
    expect(readOutcome(() => '1')).toBeNull();
    expect(readOutcome((name) => (name === 'other.0' ? value : undefined))).toBeNull();
  });

  test('opens for five minutes', () => {
    jest.useFakeTimers({ now: 0 });
    const jar = jarOf(failure);
    const open = () => readOutcome((name) => jar.get(name));
    jest.setSystemTime(299_999);
    expect(open()).not.toBeNull();
    jest.setSystemTime(300_000);
    expect(open()).toBeNull();
    jest.useRealTimers();
  });
});
