/** @jest-environment node */
import { createHash } from 'node:crypto';
import type { FinalResult } from '@/lib/server/http/handler-result';
import { readOutcome, redirectToOutcome } from '@/lib/server/contact/contact-outcome';
import { readCookies } from './cookie-jar';
import { provideSettings } from '../settings';

const failure = { ok: false, error: 'invalid', message: 'Please check.' } as const;
const typed = { service_type: 'other', email: 'eva@example.com', message: 'Hello' };

provideSettings();
afterEach(() => void jest.useRealTimers());

const createJar = async (answer: FinalResult, input: object = typed) =>
  readCookies((await redirectToOutcome(answer, { ...input })).cookies);
const open = (jar: Map<string, string>) => readOutcome((name) => jar.get(name));

/** What the page shows after a failed post. */
async function readShownPage(answer: FinalResult, input: object = typed) {
  const outcome = await open(await createJar(answer, input));
  if (outcome?.state !== 'failed') throw new Error('not a failure');
  return outcome;
}

// Random, so that nothing makes it shorter, but the same in every run.
const random = createHash('shake256', { outputLength: 20_000 }).update('noise').digest();
const letters = random.toString('base64url');
/** Creates a text of random characters, each one of 20,000. */
const createChineseText = (length: number) =>
  Array.from({ length }, (_, n) => 0x4e00 + (random.readUInt16LE(2 * n) % 20_000))
    .map((code) => String.fromCharCode(code))
    .join('');

test.each([
  ['1,000 Chinese characters', createChineseText(1000)],
  // These cannot be compressed.
  ['6,700 random letters', letters.slice(0, 6700)],
])('keeps %s whole', async (_what, message) => {
  const values = { ...typed, message };
  expect(await readShownPage(failure, values)).toMatchObject({ values, cut: false });
});

test.each([
  ['letters', letters.slice(0, 15_000), 1000],
  ['Chinese characters', createChineseText(5000), 1000],
  ['characters of two units', `x${'😀😁😂🤣😃😄😅😆'.repeat(40)}${letters}`.slice(0, 15_000), 1000],
  ['those whose last one would be halved', `x${'😀'.repeat(500)}${letters}`.slice(0, 15_000), 999],
])(
  'cuts a message of %s that is too long for two cookies, and says so',
  async (_of, message, kept) => {
    const { cookies } = await redirectToOutcome(failure, { ...typed, message });
    expect(cookies.every((cookie) => cookie.length < 4000)).toBe(true);
    expect(cookies.join().length).toBeLessThan(8000);
    expect(await readShownPage(failure, { ...typed, message })).toMatchObject({
      values: { ...typed, message: message.slice(0, kept) },
      cut: true,
    });
  },
);

test('cuts an address that makes the values too long', async () => {
  const [email, message] = [createChineseText(1000), createChineseText(3000).slice(1000)];
  expect(await readShownPage(failure, { ...typed, email, message })).toMatchObject({
    values: { ...typed, email: email.slice(0, 254), message: message.slice(0, 1000) },
    cut: true,
  });
});

test('keeps an address of a thousand characters and cuts a longer one', async () => {
  const address = 'x'.repeat(1000);
  expect(await readShownPage(failure, { ...typed, email: address })).toMatchObject({
    values: { email: address },
    cut: false,
  });
  expect(await readShownPage(failure, { ...typed, email: `${address}y` })).toMatchObject({
    values: { email: address },
    cut: true,
  });
});

test('keeps 64 characters of an unknown service', async () => {
  const { values } = await readShownPage(failure, { ...typed, service_type: 'x'.repeat(65) });
  expect(values.service_type).toBe('x'.repeat(64));
});

test('reports the message of a post that was too large as cut', async () => {
  const tooLarge = { ...failure, error: 'too_large' } as const;
  expect((await readShownPage(tooLarge)).cut).toBe(true);
  expect((await readShownPage(tooLarge, { ...typed, message: '' })).cut).toBe(false);
});

test('drops control characters except newlines and tabs', async () => {
  const sent = { ...typed, message: 'a\0b\u0007\u0085c\r\n\td', email: 5 };
  const { values } = await readShownPage(failure, sent);
  expect(values).toEqual({ ...typed, message: 'abc\r\n\td', email: '' });
});

test.each([
  ['unavailable', true],
  ['internal', true],
  ['invalid', false],
  ['duplicate', false],
] as const)('after %s, offers an address to write to: %s', async (error, offerMail) => {
  expect(await readShownPage({ ...failure, error })).toMatchObject({
    offerMail,
    message: 'Please check.',
  });
});

test('keeps the messages of refused fields', async () => {
  const fields = { email: 'Please enter a valid email address' };
  expect((await readShownPage({ ...failure, fields })).fields).toEqual(fields);
  expect((await readShownPage(failure)).fields).toEqual({});
});

test.each([
  [{ service_type: 'other' }, 'other'],
  [undefined, ''],
])('keeps only the service after a success with %j: %p', async (body, service) => {
  const jar = await createJar(body ? { ok: true, body } : { ok: true });
  expect(await open(jar)).toEqual({ state: 'sent', service });
});

describe('the cookies', () => {
  const long = { ...typed, message: letters.slice(0, 6000) };

  test('of a long value are two, and neither can be read alone', async () => {
    const jar = await createJar(failure, long);
    expect([...jar.keys()]).toEqual(['contact-outcome.0', 'contact-outcome.1']);
    for (const name of jar.keys()) {
      expect(await open(new Map([...jar].filter(([other]) => other !== name)))).toBeNull();
    }
  });

  test('of a short value replace both of a longer one', async () => {
    const jar = new Map([...(await createJar(failure, long)), ...(await createJar(failure))]);
    expect(await open(jar)).toMatchObject({ values: typed });
  });

  test('missing or under another name hold nothing', async () => {
    const [value = ''] = (await createJar(failure)).values();
    expect(await open(new Map())).toBeNull();
    expect(await open(new Map([['other.0', value]]))).toBeNull();
  });

  test('can be read for five minutes', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const jar = await createJar(failure);
    jest.setSystemTime(299_999);
    expect(await open(jar)).not.toBeNull();
    jest.setSystemTime(300_000);
    expect(await open(jar)).toBeNull();
  });

  test('can be read by every version of the site', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const value =
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIn0..NVUGIYnS7H9ZUywr.' +
      'uFGKp5VEAd-55ckGDr0AeLpO_5HXDJUu27KaP4WnsDFt7d3-LdWNXtUjcv6E5vM9k7qcar1mn30.' +
      'u4ZcPkyiKNg98AGo4aV4Qw';
    const jar = new Map([['contact-outcome.0', value]]);
    expect(await open(jar)).toEqual({ state: 'sent', service: 'other' });
  });

  test('are also kept on a site without HTTPS', async () => {
    jest.resetModules();
    process.env['SITE_URL'] = 'http://localhost:3000';
    const local = await import('@/lib/server/contact/contact-outcome');
    const { cookies } = await local.redirectToOutcome(failure, typed);
    provideSettings();
    for (const cookie of cookies) expect(cookie).toMatch(/; SameSite=Lax$/);
  });

  test('cannot be read with another key', async () => {
    const jar = await createJar(failure);
    jest.resetModules();
    process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_other';
    const elsewhere = await import('@/lib/server/contact/contact-outcome');
    expect(await elsewhere.readOutcome((name) => jar.get(name))).toBeNull();
    process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_abcdef';
  });
});
