/** @jest-environment node */
import { EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';
import { openTicket, sealTicket, TICKET_SECONDS } from '@/lib/server/call/call-ticket';
import { deriveKey } from '@/lib/server/crypto';
import { changeSettings, provideSettings } from '../settings';

provideSettings();

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const ticketClaims = { assistantId: 'demo-cs', personal: true };
const deriveOurKey = () => deriveKey('call ticket v1');
const protectedHeader = { alg: 'dir', enc: 'A256GCM' };
const sealClaims = (claims: object, key = deriveOurKey(), expires = '60s') =>
  new EncryptJWT({ jti: 'id', ...ticketClaims, ...claims })
    .setProtectedHeader(protectedHeader)
    .setExpirationTime(expires)
    .encrypt(key);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12), doNotFake: ['nextTick', 'setImmediate'] });
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_abcdef' });
});

test.each([true, false])('opens a ticket (personal: %s)', async (personal) => {
  const ticket = await openTicket(await sealTicket({ assistantId: 'demo-cs', personal }));
  expect(ticket).toEqual({ id: expect.any(String), assistantId: 'demo-cs', personal });
});

test('gives each ticket its own id', async () => {
  const sealed = Array.from({ length: 50 }, async () => openTicket(await sealTicket(ticketClaims)));
  const ids = (await Promise.all(sealed)).map((ticket) => ticket?.id);
  expect(new Set(ids).size).toBe(50);
});

test('encrypts the claims of a ticket, which fits into a header', async () => {
  const text = await sealTicket(ticketClaims);
  expect(text).toMatch(/^[\w.-]{50,500}$/);
  const parts = text.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(parts.join()).not.toMatch(/demo|personal|jti/);
});

test('a ticket lasts 120 seconds', async () => {
  expect(TICKET_SECONDS).toBe(120);
  const text = await sealTicket(ticketClaims);
  jest.advanceTimersByTime(119 * SECOND);
  expect(await openTicket(text)).not.toBeNull();
  jest.advanceTimersByTime(SECOND);
  expect(await openTicket(text)).toBeNull();
});

test('opens an expired ticket for one more day, to end its call', async () => {
  const text = await sealTicket(ticketClaims);
  jest.advanceTimersByTime(DAY);
  expect(await openTicket(text)).toBeNull();
  expect(await openTicket(text, { shouldAcceptExpired: false })).toBeNull();
  expect(await openTicket(text, { shouldAcceptExpired: true })).toMatchObject(ticketClaims);
  jest.advanceTimersByTime(120 * SECOND);
  expect(await openTicket(text, { shouldAcceptExpired: true })).toBeNull();
});

test('rejects a ticket sealed with another key of the server', async () => {
  const text = await sealTicket(ticketClaims);
  changeSettings({ SUPABASE_SECRET_KEY: 'sb_secret_other' });
  expect(await openTicket(text)).toBeNull();
  expect(await openTicket(text, { shouldAcceptExpired: true })).toBeNull();
});

test('rejects a ticket sealed with a key for another purpose', async () => {
  expect(await openTicket(await sealClaims({}))).not.toBeNull();
  expect(await openTicket(await sealClaims({}, deriveKey('rate limit v1')))).toBeNull();
});

test('rejects a ticket with any letter changed', async () => {
  const text = await sealTicket(ticketClaims);
  for (let at = 0; at < text.length; at += 1) {
    // Base64 ignores some bits of a last letter.
    if (/^(\.|$)/.test(text.slice(at + 1))) continue;
    const other = text[at] === 'A' ? 'B' : 'A';
    expect(await openTicket(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
  }
});

test('rejects other text as a ticket', async () => {
  for (const text of ['', '.', '....', 'public-key', 'x'.repeat(10_000), 'a.b.c', 'null'])
    expect(await openTicket(text)).toBeNull();
});

test('rejects a ticket that is only signed, or not even that', async () => {
  const claims = { jti: 'id', ...ticketClaims, exp: Date.now() / SECOND + 60 };
  const signed = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(deriveOurKey());
  expect(await openTicket(await signed)).toBeNull();
  expect(await openTicket(new UnsecuredJWT(claims).encode())).toBeNull();
});

test.each([
  ['no id', { jti: undefined }],
  ['no assistant', { assistantId: undefined }],
  ['an assistant that is not text', { assistantId: ['demo-cs'] }],
  ['an invalid assistant', { assistantId: '../call' }],
])('rejects a sealed ticket with %s', async (_what, claims) => {
  expect(await openTicket(await sealClaims(claims))).toBeNull();
});

test('takes only true for a personal ticket', async () => {
  expect(await openTicket(await sealClaims({ personal: 'yes' }))).toMatchObject({
    personal: false,
  });
});
