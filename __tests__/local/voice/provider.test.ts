/** @jest-environment node */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import lines from '@/local/voice/lines.json';
import type { VoiceProvider } from '@/local/voice/server';
import { startVoiceProvider } from '@/local/voice/server';

const publicKey = 'test-public-key';
const privateKey = 'test-private-key';
const page = 'http://localhost:4321';
let provider: VoiceProvider;

beforeAll(async () => {
  provider = await startVoiceProvider({ publicKey, privateKey });
});
afterAll(() => provider.close());

function createCall(body: unknown, bearer = publicKey) {
  return fetch(`${provider.url}/call/web`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      origin: page,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('a known assistant gets a call with an absolute room URL on the provider', async () => {
  const response = await createCall({ assistantId: 'demo-cs-instant' });
  const call = (await response.json()) as { id: string; webCallUrl: string };
  expect(response.status).toBe(201);
  expect(call).toMatchObject({
    artifactPlan: { videoRecordingEnabled: false },
    assistant: { voice: { provider: 'vapi' } },
    transport: { provider: 'daily', callUrl: call.webCallUrl },
  });
  const room = new URL(call.webCallUrl);
  expect(room.origin).toBe(provider.url);
  expect(room.pathname).toBe(`/rooms/${call.id}`);
  expect(Object.fromEntries(room.searchParams)).toEqual({
    scenario: 'demo',
    language: 'cs',
    pace: 'instant',
    maxSeconds: '300',
  });
});

const sign = (key: string) =>
  new SignJWT().setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key));

test('takes what the private key has signed, and no other key', async () => {
  const create = async (bearer: string) =>
    (await createCall({ assistantId: 'demo' }, bearer)).status;
  expect(await create(await sign(privateKey))).toBe(201);
  for (const bearer of ['', privateKey, await sign(publicKey)])
    expect(await create(bearer)).toBe(401);
});

test('only the private key can read calls', async () => {
  const { id } = (await (await createCall({ assistantId: 'demo' })).json()) as { id: string };
  const read = async (path: string, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch(provider.url + path, { headers })).status;
  };
  for (const path of ['/call', `/call/${id}`]) {
    expect(await read(path, privateKey)).toBe(200);
    for (const bearer of ['', publicKey, await sign(privateKey)])
      expect(await read(path, bearer)).toBe(401);
  }
  expect(await read('/call/unknown', privateKey)).toBe(404);
});

test.each([
  ['the wrong-key assistant', { assistantId: 'wrong-key-cs' }, 401, 'Unauthorized'],
  ['an assistant nobody knows', { assistantId: 'a1b2c3' }, 404, 'Not Found'],
  ['no assistant', {}, 400, 'Bad Request'],
  ['no JSON', '{"assistantId":', 400, 'Bad Request'],
  ['no credit', { assistantId: 'payment-required' }, 402, 'Payment Required'],
  ['one call too many', { assistantId: 'over-limit' }, 429, 'Too Many Requests'],
])('refuses %s with the provider’s error body', async (_case, body, status, error) => {
  const response = await createCall(body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ statusCode: status, error });
});

test('a page of any origin may create a call', async () => {
  const preflight = await fetch(`${provider.url}/call/web`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  const { headers } = await createCall({ assistantId: 'demo' });
  for (const answer of [preflight.headers, headers]) {
    expect(answer.get('access-control-allow-origin')).toBe('*');
    expect(answer.get('access-control-allow-headers')).toBe('authorization, content-type');
  }
});

test('every sentence has its clip, and all clips together stay under 250 KB', async () => {
  const clips = join(process.cwd(), 'local/voice/clips');
  const spoken = Object.entries(lines).flatMap(([language, turns]) =>
    Object.entries(turns)
      .filter(([turn]) => turn !== 'visitor')
      .flatMap(([turn, sentences]) =>
        sentences.map((_, index) => `${language}/${turn}-${index + 1}.opus`),
      ),
  );
  expect(spoken.filter((clip) => !existsSync(join(clips, clip)))).toEqual([]);
  const kept = readdirSync(clips, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.opus'),
  );
  expect(kept.sort()).toEqual(spoken.sort());
  const bytes = kept.reduce((sum, clip) => sum + statSync(join(clips, clip)).size, 0);
  expect(bytes).toBeLessThan(250_000);

  const response = await fetch(`${provider.url}/clips/en/greeting-1.opus`, {
    headers: { origin: page },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('OggS');
});

test.each(['60', 9, 43_201, 60.5])('refuses a maximum duration of %j', async (seconds) => {
  const assistantOverrides = { maxDurationSeconds: seconds };
  expect((await createCall({ assistantId: 'demo-cs', assistantOverrides })).status).toBe(400);
});

test('a call is ended at its control address', async () => {
  const response = await createCall({ assistantId: 'demo-cs' });
  const { monitor } = (await response.json()) as { monitor: { controlUrl: string } };
  const control = (type: string) =>
    fetch(monitor.controlUrl, { method: 'POST', body: JSON.stringify({ type }) });
  expect((await control('say')).status).toBe(404);
  expect((await control('end-call')).status).toBe(200);
});
