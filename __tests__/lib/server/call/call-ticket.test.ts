/** @jest-environment node */
import { EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';
import { openTicket, sealTicket, TICKET_SECONDS } from '@/lib/server/call/call-ticket';
import { deriveKey } from '@/lib/server/http/keyed-hash';
import { changeSettings, giveSettings } from '../settings';

giveSettings();

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const wish = { assistantId: 'demo-cs', personal: true };
const ourKey = () => deriveKey('call ticket v1');
const head = { alg: 'dir', enc: 'A256GCM' };
const sealed = (claims: object, key = ourKey(), expires = '60s') =>
  new EncryptJWT({ jti: 'id', ...wish, ...claims })
    .setProtectedHeader(head)
    .setExpirationTime(expires)
    .encrypt(key);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12), doNotFake: ['nextTick', 'setImmediate'] });
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_abcdef' });
});
afterEach(() => void jest.useRealTimers());

test.each([true, false])(
  'a ticket opens to what it was made for (personal: %s)',
  async (personal) => {
    const ticket = await openTicket(await sealTicket({ assistantId: 'demo-cs', personal }));
    expect(ticket).toEqual({ id: expect.any(String), assistantId: 'demo-cs', personal });
  },
);

test('each ticket has an id of its own', async () => {
  const tickets = await Promise.all(
    Array.from({ length: 50 }, async () => openTicket(await sealTicket(wish))),
  );
  expect(new Set(tickets.map((ticket) => ticket?.id)).size).toBe(50);
});

test('nobody reads in a ticket whom it lets call, and it fits into a header', async () => {
  const text = await sealTicket(wish);
  expect(text).toMatch(/^[\w.-]{50,500}$/);
  const parts = text.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(parts.join()).not.toMatch(/demo|personal|jti/);
});

test('a ticket lasts 120 seconds', async () => {
  expect(TICKET_SECONDS).toBe(120);
  const text = await sealTicket(wish);
  jest.advanceTimersByTime(119 * SECOND);
  expect(await openTicket(text)).not.toBeNull();
  jest.advanceTimersByTime(SECOND);
  expect(await openTicket(text)).toBeNull();
});

test('for the end of its call it opens for another day', async () => {
  const text = await sealTicket(wish);
  jest.advanceTimersByTime(DAY);
  expect(await openTicket(text)).toBeNull();
  expect(await openTicket(text, { acceptExpired: false })).toBeNull();
  expect(await openTicket(text, { acceptExpired: true })).toMatchObject(wish);
  jest.advanceTimersByTime(120 * SECOND);
  expect(await openTicket(text, { acceptExpired: true })).toBeNull();
});

test('a ticket that was sealed with another key of the server opens no more', async () => {
  const text = await sealTicket(wish);
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_other' });
  expect(await openTicket(text)).toBeNull();
  expect(await openTicket(text, { acceptExpired: true })).toBeNull();
});

test('a key for another purpose opens no ticket', async () => {
  expect(await openTicket(await sealed({}))).not.toBeNull();
  expect(await openTicket(await sealed({}, deriveKey('rate limit v1')))).toBeNull();
});

test('no letter of a ticket can be changed', async () => {
  const text = await sealTicket(wish);
  for (let at = 0; at < text.length; at += 1) {
    // Of a last letter, base64 ignores some bits.
    if (/^(\.|$)/.test(text.slice(at + 1))) continue;
    const other = text[at] === 'A' ? 'B' : 'A';
    expect(await openTicket(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
  }
});

test.each(['', '.', '....', 'public-key', 'x'.repeat(10_000), 'a.b.c', 'null'])(
  '%.20p is no ticket',
  async (text) => {
    expect(await openTicket(text)).toBeNull();
  },
);

test('neither what is only signed nor what is not even that is a ticket', async () => {
  const claims = { jti: 'id', ...wish, exp: Date.now() / SECOND + 60 };
  const signed = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(ourKey());
  expect(await openTicket(await signed)).toBeNull();
  expect(await openTicket(new UnsecuredJWT(claims).encode())).toBeNull();
});

test.each([
  ['no id', { jti: undefined }],
  ['no assistant', { assistantId: undefined }],
  ['another thing than text', { assistantId: ['demo-cs'] }],
  ['what no id of an assistant looks like', { assistantId: '../call' }],
])('with %s it is none, whoever has sealed it', async (_what, claims) => {
  expect(await openTicket(await sealed(claims))).toBeNull();
});

test('only the word true makes a ticket one of a prospect', async () => {
  expect(await openTicket(await sealed({ personal: 'yes' }))).toMatchObject({ personal: false });
});
