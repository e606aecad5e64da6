/** @jest-environment node */
import { createHash } from 'node:crypto';
import { buildForm, EMPTY_FORM, FORM_KEY } from '@/__tests__/support/contact-form';
import type { HandlerResult } from '@/lib/server/http/bodies';
import { OUTCOME_COOKIE, readOutcome, redirectToOutcome } from '@/lib/server/contact/form-post';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { readCookies } from './cookie-jar';
import { provideSettings } from '../settings';

const failure = { ok: false, error: 'invalid', message: 'Please check.' } as const;
const typed = buildForm();

provideSettings();

const createJar = async (answer: HandlerResult, input: object = typed) =>
  readCookies((await redirectToOutcome(answer, { ...input })).cookies);
const open = (jar: Map<string, string>) => readOutcome(jar.get(OUTCOME_COOKIE), {});
const readAddress = (query: object) => readOutcome(undefined, { ...query });

/** What the page shows after a failed post. */
async function readShownPage(answer: HandlerResult, input: object = typed) {
  const outcome = await open(await createJar(answer, input));
  if (outcome?.state !== 'failed') throw new Error('not a failure');
  return outcome;
}

// Random, so that nothing makes it shorter, but the same in every run.
const random = createHash('shake256', { outputLength: 20_000 }).update('noise').digest();
const letters = random.toString('base64url');
/** Creates a text of 1,000 characters, some of them far more frequent than others, as in texts. */
const createText = (first: number, count: number) =>
  Array.from({ length: 1000 }, (_, n) => random.readUInt32LE(4 * n) / 2 ** 32)
    .map((chance) => String.fromCodePoint(first + Math.floor(count ** chance)))
    .join('');

test.each([
  ['1,000 Chinese characters', createText(0x4e00, 5000)],
  ['1,000 Korean syllables', createText(0xac00, 3000)],
  ['1,000 letters with accents', createText(0xc0, 0x100)],
  // These cannot be compressed.
  ['2,500 random letters', letters.slice(0, 2500)],
  ['15,000 letters of a sentence', 'We copy leads by hand. '.repeat(660)],
])('keeps %s whole', async (_what, message) => {
  const values = { ...typed, message };
  expect(await readShownPage(failure, values)).toMatchObject({ values });
});

test.each([
  ['letters', letters.slice(0, 15_000)],
  ['Chinese characters', createText(0x4e00, 5000).repeat(2) + createText(0x5e00, 5000)],
])('keeps nothing of a message of %s that no cookie can hold', async (_of, message) => {
  const jar = await createJar(failure, { ...typed, message });
  expect([...jar]).toEqual([[OUTCOME_COOKIE, '']]);
  expect(await open(jar)).toBeNull();
});

test('keeps nothing of a form that could not be read, and all of an empty one', async () => {
  expect(await open(await createJar(failure, { form_key: null }))).toBeNull();
  expect(await open(await createJar(failure, EMPTY_FORM))).toMatchObject({ values: EMPTY_FORM });
});

test('keeps what the form has sent, its key, its source, and what is wrong with it', async () => {
  const fields = { email: fieldErrorsEn.email_invalid };
  const limited = { ok: false, error: 'rate_limited', fields } as const;
  const values = { ...typed, service_type: 'constructor', email: ' Eva <x' };
  const input = { ...values, form_key: FORM_KEY, source: 'Partner.example' };
  expect(await readShownPage(limited, input)).toEqual({
    state: 'failed',
    error: 'rate_limited',
    message: errorsEn.rate_limited,
    fields,
    values,
    formKey: FORM_KEY,
    source: 'referral:partner.example',
  });
  expect(await readShownPage(failure, { ...typed, email: 5 })).toMatchObject({
    message: 'Please check.',
    fields: {},
    values: { ...typed, email: '' },
    formKey: null,
  });
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
])('the address with outcome=%j and error=%j says %j', async (outcome, error, said) => {
  expect(await readAddress({ outcome, error })).toEqual(said);
});

test('redirects to the address that says the same as the cookie', async () => {
  for (const error of ['invalid', 'duplicate', 'internal'] as const) {
    const message = errorsEn[error];
    const { location, cookies } = await redirectToOutcome({ ok: false, error }, typed);
    const query = Object.fromEntries(new URL(location, 'https://example.com').searchParams);
    expect(await readAddress(query)).toEqual({ state: 'maybe-failed', message });
    expect(await open(readCookies(cookies))).toMatchObject({ state: 'failed', message });
    expect(location).not.toContain('eva');
  }
  expect((await redirectToOutcome({ ok: true }, typed)).location).toBe('/contact?outcome=sent');
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
    expect([...jar.keys()]).toEqual([OUTCOME_COOKIE]);
    expect(await open(jar)).toMatchObject({ values: typed });
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
    const local = await import('@/lib/server/contact/form-post');
    const { cookies } = await local.redirectToOutcome(failure, typed);
    provideSettings();
    for (const cookie of cookies) expect(cookie).toMatch(/; SameSite=Lax$/);
  });

  test('cannot be read with another key', async () => {
    const jar = await createJar(failure);
    jest.resetModules();
    process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_other';
    const elsewhere = await import('@/lib/server/contact/form-post');
    expect(await elsewhere.readOutcome(jar.get(OUTCOME_COOKIE), {})).toBeNull();
    process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_abcdef';
  });
});
