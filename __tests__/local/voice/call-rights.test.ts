/** @jest-environment node */
import { request } from 'node:http';
import { type JWTPayload, SignJWT } from 'jose';
import type { VoiceProvider } from '@/local/voice/server';
import { startVoiceProvider } from '@/local/voice/server';

const publicKey = 'test-public-key';
const privateKey = 'test-private-key';
const orgId = 'test-organisation';
const site = 'http://localhost:4321';
const wrongKey = {
  statusCode: 401,
  error: 'Unauthorized',
  message:
    'Invalid Key. Hot tip, you may be using the private key instead of the public key, ' +
    'or vice versa.',
};
const restrictions = {
  enabled: true,
  allowedOrigins: [site],
  allowedAssistantIds: ['demo'],
  allowTransientAssistant: false,
};
let provider: VoiceProvider;

beforeAll(async () => {
  provider = await startVoiceProvider({ publicKey, privateKey, orgId });
});
afterAll(() => provider.close());

type Signing = { key?: string; alg?: string; expires?: string | number | null };

/** Signs a public JWT as our server does, with what a test changes. */
function sign(claims: JWTPayload = {}, { key = privateKey, alg = 'HS256', expires }: Signing = {}) {
  const token = { tag: 'public', restrictions };
  const jwt = new SignJWT({ orgId, token, ...claims }).setProtectedHeader({ alg });
  if (expires !== null) jwt.setExpirationTime(expires ?? '60 s');
  return jwt.sign(new TextEncoder().encode(key));
}

const signRestricted = (own: object) =>
  sign({ token: { tag: 'public', restrictions: { ...restrictions, ...own } } });

/** Sends a request with Node's own client, which adds no header. */
function post(body: object, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`${provider.url}/call/web`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

const common = { 'content-type': 'application/json', 'user-agent': 'test' };

async function dial(bearer: string, body: object = { assistantId: 'demo' }, origin?: string) {
  const from = origin === undefined ? { origin: site } : origin === '' ? {} : { origin };
  const { status, text } = await post(body, {
    ...common,
    ...from,
    authorization: `Bearer ${bearer}`,
  });
  return { status, answer: JSON.parse(text) as Record<string, unknown> };
}

test.each<[string, () => string | Promise<string>]>([
  ['the private key itself', () => privateKey],
  ['no JWT', () => 'a.b.c'],
  ['a JWT signed with another key', () => sign({}, { key: 'another-key' })],
  ['a JWT signed with the public key', () => sign({}, { key: publicKey })],
  ['a JWT of another algorithm', () => sign({}, { alg: 'HS512' })],
  [
    'a JWT that nobody has signed',
    async () => {
      const [, claims] = (await sign()).split('.');
      return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    },
  ],
  [
    'a JWT whose claims were changed after it was signed',
    async () => {
      const [header, , signature] = (await sign()).split('.');
      const [, claims] = (await signRestricted({ allowedAssistantIds: ['silent'] })).split('.');
      return [header, claims, signature].join('.');
    },
  ],
  ['a JWT that is over', () => sign({}, { expires: Math.floor(Date.now() / 1000) - 1 })],
  ['a JWT without end', () => sign({}, { expires: null })],
  ['a JWT of another organisation', () => sign({ orgId: 'another' })],
  ['a JWT of no organisation', () => sign({ orgId: undefined })],
  ['a private JWT', () => sign({ token: { tag: 'private', restrictions } })],
  ['a JWT without a token', () => sign({ token: undefined })],
])('%s cannot create a call', async (_what, bearer) => {
  expect(await dial(await bearer())).toEqual({ status: 401, answer: wrongKey });
});

test.each([
  ['an origin on its list', site, { allowedOrigins: ['http://localhost:1', site] }, 201],
  ['an origin that is not on its list', 'http://localhost:9', {}, 403],
  ['no origin at all', '', {}, 403],
  ['any origin without a list', 'http://localhost:9', { allowedOrigins: undefined }, 201],
])('checks the origin of a JWT: %s', async (_what, origin, own, status) => {
  expect((await dial(await signRestricted(own), undefined, origin)).status).toBe(status);
});

const other = { assistantId: 'silent' };
const transient = { assistantId: 'demo', assistant: { name: 'mine' } };
test.each([
  ['an assistant that is not on its list', other, {}, 403],
  ['any assistant without a list', other, { allowedAssistantIds: undefined }, 201],
  ['any assistant when the list is empty', other, { allowedAssistantIds: [] }, 403],
  ['a transient assistant', transient, {}, 403],
  ['a transient assistant that it allows', transient, { allowTransientAssistant: true }, 201],
])('checks the assistant of a JWT: %s', async (_what, body, own, status) => {
  expect((await dial(await signRestricted(own), body)).status).toBe(status);
});

test('needs a user agent, as the hosted service does', async () => {
  const { status } = await post({ assistantId: 'demo' }, { authorization: `Bearer ${publicKey}` });
  expect(status).toBe(403);
});

function ask(path: string, bearer: string) {
  return fetch(provider.url + path, { headers: { authorization: `Bearer ${bearer}` } });
}

test('only the private key can read calls', async () => {
  const { answer } = await dial(publicKey);
  for (const path of ['/calls', `/call/${String(answer.id)}`, '/call/unknown']) {
    for (const bearer of [publicKey, await sign(), 'undefined', '']) {
      const response = await ask(path, bearer);
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual(wrongKey);
    }
  }
  expect((await ask('/call/unknown', privateKey)).status).toBe(404);
});
