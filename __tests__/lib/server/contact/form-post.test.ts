import { createHash } from 'node:crypto';
import { buildForm, EMPTY_FORM } from '@/__tests__/support/contact-form';
import type { HandlerResult } from '@/lib/server/http/request';
import { OUTCOME_COOKIE, readOutcome, redirectToOutcome } from '@/lib/server/contact/form-post';
import { errorsEn } from '@/lib/content/contact-en';
import { readCookies } from './cookie-jar';
import { changeSettings, provideSettings } from '../settings';

const failure = { ok: false, error: 'invalid', message: 'Please check.' } as const;
const typed = buildForm();

provideSettings();

const createJar = async (answer: HandlerResult, input: object = typed) =>
  readCookies((await redirectToOutcome(answer, { ...input })).headers.getSetCookie());
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
  ['1,000 letters with accents', createText(0xc0, 0x100)],
  // These cannot be compressed.
  ['2,500 random letters', letters.slice(0, 2500)],
  ['15,000 letters of a sentence', 'We copy leads by hand. '.repeat(660)],
])('keeps %s whole', async (_what, message) => {
  const values = { ...typed, message };
  expect(await readShownPage(failure, values)).toMatchObject({ values });
});

test('keeps nothing of a message that no cookie can hold', async () => {
  const jar = await createJar(failure, { ...typed, message: letters.slice(0, 15_000) });
  expect([...jar]).toEqual([[OUTCOME_COOKIE, '']]);
  expect(await open(jar)).toBeNull();
});

test('keeps nothing of a form that could not be read, and all of an empty one', async () => {
  expect(await open(await createJar(failure, {}))).toBeNull();
  expect(await open(await createJar(failure, EMPTY_FORM))).toMatchObject({ values: EMPTY_FORM });
});

test('keeps a text for each field, whatever was sent, and the words of the answer', async () => {
  const input = { ...typed, service_type: 'constructor', email: 5 };
  expect(await readShownPage(failure, input)).toEqual({
    state: 'failed',
    error: 'invalid',
    message: 'Please check.',
    fields: {},
    values: { ...typed, service_type: 'constructor', email: '' },
    source: 'direct',
  });
});

const failed = (message: string) => ({ state: 'maybe-failed', message });
test.each<readonly [outcome: unknown, error: unknown, said: object | null]>([
  [undefined, undefined, null],
  ['sent', undefined, { state: 'maybe-sent' }],
  ['SENT', undefined, null],
  [['sent', 'sent'], undefined, null],
  ['not-sent', 'duplicate', failed(errorsEn.duplicate)],
  ...[undefined, 'toString', '<b>', ['a', 'b']].map(
    (error) => ['not-sent', error, failed(errorsEn.internal)] as const,
  ),
])('the address with outcome=%j and error=%j says %j', async (outcome, error, said) => {
  expect(await readAddress({ outcome, error })).toEqual(said);
});

test('the address and the cookie say the same of an error', async () => {
  const message = errorsEn.duplicate;
  const { headers } = await redirectToOutcome({ ok: false, error: 'duplicate' }, typed);
  const location = headers.get('location') ?? '';
  const query = Object.fromEntries(new URL(location, 'https://example.com').searchParams);
  expect(await readAddress(query)).toEqual(failed(message));
  expect(await open(readCookies(headers.getSetCookie()))).toMatchObject({
    state: 'failed',
    message,
  });
  expect(location).not.toContain('eva');
});

describe('the cookie', () => {
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

  test('is also kept on a site without HTTPS', async () => {
    changeSettings({ SITE_URL: 'http://localhost:3000' });
    const { headers } = await redirectToOutcome(failure, typed);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/; SameSite=Lax$/)]);
  });
});
