/** @jest-environment node */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import lines from '@/local/voice/lines.json';
import type { VoiceProvider } from '@/local/voice/server';
import { startVoiceProvider } from '@/local/voice/server';

const publicKey = 'test-public-key';
const page = 'http://localhost:4321';
let provider: VoiceProvider;

beforeAll(async () => {
  provider = await startVoiceProvider({
    port: 0,
    publicKey,
    pace: 'instant',
    allowedOrigins: ['https://preview.example'],
  });
});
afterAll(() => provider.close());

function createCall(body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${provider.url}/call/web`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${publicKey}`,
      'content-type': 'application/json',
      origin: page,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('a known assistant gets a call with an absolute room URL on the provider', async () => {
  const response = await createCall({ assistantId: 'demo-cs' });
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

test('the room is on the address by which the page reached the provider', async () => {
  const { port } = new URL(provider.url);
  const body = await new Promise<string>((resolve, reject) => {
    const headers = {
      host: `localhost:${port}`,
      authorization: `Bearer ${publicKey}`,
      'content-type': 'application/json',
      origin: page,
      'user-agent': 'test',
    };
    const post = { host: '127.0.0.1', port, path: '/call/web', method: 'POST', headers };
    const sent = request(post, (res) => {
      res.setEncoding('utf8').on('data', resolve);
    });
    sent.on('error', reject).end('{"assistantId":"demo"}');
  });
  expect((JSON.parse(body) as { webCallUrl: string }).webCallUrl).toMatch(
    `http://localhost:${port}/rooms/`,
  );
});

test.each([
  ['the wrong-key assistant', { assistantId: 'wrong-key-cs' }, {}, 401, 'Unauthorized'],
  ['an assistant nobody knows', { assistantId: 'a1b2c3' }, {}, 404, 'Not Found'],
  ['no assistant', {}, {}, 400, 'Bad Request'],
  ['no JSON', '{"assistantId":', {}, 400, 'Bad Request'],
  [
    'a body without end',
    JSON.stringify({ assistantId: 'x'.repeat(70_000) }),
    {},
    400,
    'Bad Request',
  ],
  ['the bad-request assistant', { assistantId: 'bad-request' }, {}, 400, 'Bad Request'],
  ['no credit', { assistantId: 'payment-required' }, {}, 402, 'Payment Required'],
  ['one call too many', { assistantId: 'over-limit' }, {}, 429, 'Too Many Requests'],
])('%s is refused with the provider’s error body', async (_case, body, headers, status, error) => {
  const response = await createCall(body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ statusCode: status, error });
});

test('the message of a refusal is a text, an array or an object, as with the hosted service', async () => {
  const messageOf = async (assistantId: string) =>
    ((await (await createCall({ assistantId })).json()) as { message: unknown }).message;
  expect(await messageOf('wrong-key')).toBe(
    'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
  );
  expect(await messageOf('over-limit')).toBe('Over Concurrency Limit.');
  expect(await messageOf('bad-request')).toEqual([expect.any(String)]);
  expect(await messageOf('payment-required')).toEqual(expect.objectContaining({ code: 'balance' }));
});

test('a call may last as long as its overrides say', async () => {
  const assistantOverrides = { maxDurationSeconds: 45, metadata: { requestId: 'r-1' } };
  const response = await createCall({ assistantId: 'demo', assistantOverrides });
  const call = (await response.json()) as { webCallUrl: string };
  expect(call).toMatchObject({ assistantOverrides });
  expect(new URL(call.webCallUrl).searchParams.get('maxSeconds')).toBe('45');
});

test.each([
  ['a text', 'assistantOverrides must be an object'],
  [[], 'assistantOverrides must be an object'],
  [{ maxDurationSeconds: '60' }, 'assistantOverrides.maxDurationSeconds must be an integer number'],
  [{ maxDurationSeconds: 30.5 }, 'assistantOverrides.maxDurationSeconds must be an integer number'],
  [{ maxDurationSeconds: 9 }, 'assistantOverrides.maxDurationSeconds must not be less than 10'],
  [
    { maxDurationSeconds: 43_201 },
    'assistantOverrides.maxDurationSeconds must not be greater than 43200',
  ],
])('overrides of %j are refused in an array of sentences', async (assistantOverrides, sentence) => {
  const response = await createCall({ assistantId: 'demo', assistantOverrides });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: [sentence], error: 'Bad Request' });
});

test.each([10, 43_200])('a maximum of %i seconds is allowed', async (maxDurationSeconds) => {
  const assistantOverrides = { maxDurationSeconds };
  expect((await createCall({ assistantId: 'demo', assistantOverrides })).status).toBe(201);
});

test.each([
  [page, true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://preview.example', true],
  ['https://elsewhere.example', false],
  ['http://localhost.elsewhere.example', false],
  ['null', false],
])('a page of %s may call: %s', async (origin, allowed) => {
  const preflight = await fetch(`${provider.url}/call/web`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    allowed ? 'authorization, content-type' : null,
  );
  const call = await createCall({ assistantId: 'demo' }, { origin });
  expect(call.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
  expect(call.status).toBe(allowed ? 201 : 403);
});

function fetchScript(agent: string, query = '') {
  return fetch(provider.callMachineUrl + query, { headers: { 'user-agent': agent } });
}

test('the script is one classic script, loadable across origins and never cached', async () => {
  const response = await fetchScript('plain');
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const script = await response.text();
  expect(script).toContain('join-meeting');
  expect(script).not.toMatch(/\beval\(|new Function|blob:/);
  expect(script.length).toBeLessThan(30_000);
});

test('the script follows the last call of the same browser, and no other one’s', async () => {
  await createCall({ assistantId: 'script-missing' }, { 'user-agent': 'first' });
  await createCall({ assistantId: 'demo' }, { 'user-agent': 'second' });
  expect((await fetchScript('first')).status).toBe(404);
  expect((await fetchScript('second')).status).toBe(200);
  await createCall({ assistantId: 'demo' }, { 'user-agent': 'first' });
  expect((await fetchScript('first')).status).toBe(200);
});

test('every sentence has its clip, and all clips together stay under 500 KB', async () => {
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
  expect(bytes).toBeLessThan(500_000);

  const response = await fetch(`${provider.url}/clips/en/greeting-1.opus`, {
    headers: { origin: page },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe(page);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('OggS');
});

test('nothing else is served', async () => {
  expect(await (await fetch(`${provider.url}/health`)).json()).toEqual({ ok: true });
  for (const path of [
    '/',
    '/clips/en/../../server.ts',
    '/clips/en/%2e%2e/lines.json',
    '/rooms/1',
  ]) {
    expect((await fetch(provider.url + path)).status).toBe(404);
  }
});

test('it starts on loopback addresses only', async () => {
  await expect(startVoiceProvider({ port: 0, publicKey, host: '0.0.0.0' })).rejects.toThrow(
    'loopback only',
  );
});

test('closing ends answers that never come', async () => {
  const own = await startVoiceProvider({ port: 0, publicKey });
  const hanging = fetch(`${own.callMachineUrl}?scenario=script-hanging`);
  const outcome = expect(hanging).rejects.toThrow('fetch failed');
  // Answered in order: the request above has arrived too.
  await fetch(`${own.url}/health`);
  await own.close();
  await outcome;
});
