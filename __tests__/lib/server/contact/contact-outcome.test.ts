/** @jest-environment node */
import { createHash } from 'node:crypto';
import { buildForm, EMPTY_FORM, FORM_KEY } from '@/__tests__/support/contact-form';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import {
  readAddressedOutcome,
  readOutcome,
  redirectToOutcome,
} from '@/lib/server/contact/contact-outcome';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { readCookies } from './cookie-jar';
import { provideSettings } from '../settings';

const failure = { ok: false, error: 'invalid', message: 'Please check.' } as const;
const typed = buildForm();

provideSettings();

const createJar = async (answer: HandlerResult, input: object = typed) =>
  readCookies((await redirectToOutcome(answer, { ...input })).cookies);
const open = (jar: Map<string, string>) => readOutcome((name) => jar.get(name));

/** What the page shows after a failed post. */
async function readShownPage(answer: HandlerResult, input: object = typed) {
  const outcome = await open(await createJar(answer, input));
  if (outcome?.state !== 'failed') throw new Error('not a failure');
  return outcome;
}

// Random, so that nothing makes it shorter, but the same in every run.
const random = createHash('shake256', { outputLength: 20_000 }).update('noise').digest();
const letters = random.toString('base64url');
/** Creates a text of random characters, each one of `count` from `first`. */
const createText = (length: number, first: number, count: number) =>
  Array.from({ length }, (_, n) => first + (random.readUInt32LE(4 * n) % count))
    .map((code) => String.fromCodePoint(code))
    .join('');
const createChineseText = (length: number) => createText(length, 0x4e00, 20_000);

test.each([
  ['1,000 Chinese characters', createChineseText(1000)],
  // These cannot be compressed.
  ['2,700 random letters', letters.slice(0, 2700)],
  ['1,000 characters of any script', createText(1000, 0x800, 0xd000)],
  ['500 characters of four bytes', createText(500, 0x10000, 0x100000)],
  ['15,000 letters of a sentence', 'We copy leads by hand. '.repeat(660)],
])('keeps %s whole', async (_what, message) => {
  const values = { ...typed, message };
  expect(await readShownPage(failure, values)).toMatchObject({ values, cut: false });
});

test.each([
  ['letters', letters.slice(0, 15_000), 2600],
  ['Chinese characters', createChineseText(5000), 1000],
  ['any characters of two bytes', createText(2500, 0xa0, 0x760), 1100],
  ['any characters of three bytes', createText(1700, 0x800, 0xd000), 1000],
  ['characters of four bytes', createText(1300, 0x10000, 0x100000), 1200],
  ['emoji and letters', `x${'😀😁😂🤣😃😄😅😆'.repeat(40)}${letters}`.slice(0, 15_000), 2600],
])('keeps as much of a long message of %s as fits, and says so', async (_of, message, atLeast) => {
  const outcome = await readShownPage(failure, { ...typed, message });
  expect(outcome).toMatchObject({ cut: true, values: { ...typed, message: expect.any(String) } });
  const kept = outcome.values.message;
  expect(message.startsWith(kept)).toBe(true);
  expect(kept.length).toBeGreaterThanOrEqual(atLeast);
  expect(kept).not.toMatch(/\p{Surrogate}/u);
});

test('cuts no character in two', async () => {
  for (let length = 2600; length < 2606; length += 1) {
    const message = `${letters.slice(0, length)}${'😀'.repeat(6000)}${letters.slice(length)}`;
    const { values } = await readShownPage(failure, { ...typed, message });
    expect(values.message).not.toMatch(/\p{Surrogate}/u);
  }
});

test('rather cuts an address than a message of a thousand characters', async () => {
  const [email, message] = [createChineseText(1000), createChineseText(3000).slice(1000)];
  const service_type = email.slice(0, 64);
  const { values, cut } = await readShownPage(failure, buildForm({ service_type, email, message }));
  expect(cut).toBe(true);
  expect(values.service_type).toBe('');
  expect(values.message).toBe(message.slice(0, 1000));
  expect(email.startsWith(values.email)).toBe(true);
  expect(values.email.length).toBeLessThan(254);
});

test('keeps the sentences of an outcome that is too long as it is', async () => {
  const message = createText(1000, 0x800, 0xd000);
  const fields = {
    service_type: fieldErrorsEn.service_required,
    email: fieldErrorsEn.email_invalid,
    message: 'A sentence of no list',
  };
  const limited = { ok: false, error: 'rate_limited' } as const;
  const values = { ...EMPTY_FORM, service_type: 'constructor', email: typed.email, message };
  const input = { ...values, form_key: FORM_KEY };
  expect(await readShownPage({ ...limited, fields }, input)).toEqual({
    state: 'failed',
    message: errorsEn.rate_limited,
    offerMail: false,
    fields,
    values,
    cut: false,
    formKey: FORM_KEY,
  });
});

test('keeps the source of a request, unless it is direct or there is no room', async () => {
  const readSource = async (more: object) =>
    (await readShownPage(failure, { ...typed, ...more })).source;
  const source = `utm:${'x'.repeat(40)}`;
  expect(await readSource({ source })).toBe(source);
  expect(await readSource({ source: 'direct' })).toBeUndefined();
  expect(await readSource({ source, message: letters.slice(0, 15_000) })).toBeUndefined();
});

test.each([
  [undefined, undefined, null],
  ['', '', null],
  ['sent', undefined, { state: 'maybe-sent' }],
  ['SENT', undefined, null],
  [['sent', 'sent'], undefined, null],
  ['not-sent', 'invalid', { state: 'maybe-failed', message: errorsEn.invalid }],
  ['not-sent', 'duplicate', { state: 'maybe-failed', message: errorsEn.duplicate }],
  ['not-sent', undefined, { state: 'maybe-failed', message: errorsEn.internal }],
  ['not-sent', 'toString', { state: 'maybe-failed', message: errorsEn.internal }],
  ['not-sent', '<b>', { state: 'maybe-failed', message: errorsEn.internal }],
  ['not-sent', ['a', 'b'], { state: 'maybe-failed', message: errorsEn.internal }],
])('the address with outcome=%j and error=%j says %j', (outcome, error, said) => {
  expect(readAddressedOutcome({ outcome, error })).toEqual(said);
});

test('redirects to the address that says the same as the cookie', async () => {
  for (const error of ['invalid', 'duplicate', 'internal'] as const) {
    const message = errorsEn[error];
    const { location, cookies } = await redirectToOutcome({ ok: false, error }, typed);
    const query = Object.fromEntries(new URL(location, 'https://example.com').searchParams);
    expect(readAddressedOutcome(query)).toEqual({ state: 'maybe-failed', message });
    expect(await open(readCookies(cookies))).toMatchObject({ state: 'failed', message });
    expect(location).not.toContain('eva');
  }
  expect((await redirectToOutcome({ ok: true }, typed)).location).toBe('/contact?outcome=sent');
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
  const fields = { email: fieldErrorsEn.email_invalid };
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

describe('the cookie', () => {
  test('is one, which is always replaced', async () => {
    const long = { ...typed, message: letters.slice(0, 6000) };
    const jar = new Map([...(await createJar(failure, long)), ...(await createJar(failure))]);
    expect([...jar.keys()]).toEqual(['contact-outcome.0']);
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
