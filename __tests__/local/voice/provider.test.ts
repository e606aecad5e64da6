/** @jest-environment node */
import { existsSync, readdirSync, statSync } from 'node:fs';
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

test.each([
  ['the wrong-key assistant', { assistantId: 'wrong-key-cs' }, {}, 401, 'Unauthorized'],
  ['an assistant nobody knows', { assistantId: 'a1b2c3' }, {}, 404, 'Not Found'],
  ['no assistant', {}, {}, 400, 'Bad Request'],
  ['no JSON', '{"assistantId":', {}, 400, 'Bad Request'],
  ['an endless body', JSON.stringify({ assistantId: 'x'.repeat(70_000) }), {}, 400, 'Bad Request'],
  ['the bad-request assistant', { assistantId: 'bad-request' }, {}, 400, 'Bad Request'],
  ['no credit', { assistantId: 'payment-required' }, {}, 402, 'Payment Required'],
  ['one call too many', { assistantId: 'over-limit' }, {}, 429, 'Too Many Requests'],
])('refuses %s with the provider’s error body', async (_case, body, headers, status, error) => {
  const response = await createCall(body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ statusCode: status, error });
});

test.each([
  [page, true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['https://preview.example', true],
  ['https://elsewhere.example', false],
  ['http://localhost.elsewhere.example', false],
  ['null', false],
])('CORS allows a page of %s: %s', async (origin, isAllowed) => {
  const preflight = await fetch(`${provider.url}/call/web`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    isAllowed ? 'authorization, content-type' : null,
  );
  const call = await createCall({ assistantId: 'demo' }, { origin });
  expect(call.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
  expect(call.status).toBe(isAllowed ? 201 : 403);
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

test.each([
  [{ artifactPlan: { loggingEnabled: 'no' } }],
  [{ artifactPlan: { recordingEnabled: 0 } }],
  [{ artifactPlan: { transcriptPlan: { enabled: 'false' } } }],
  [{ artifactPlan: { transcriptPlan: false } }],
  [{ monitorPlan: { listenEnabled: 'no' } }],
  [{ monitorPlan: { controlEnabled: null } }],
])('refuses %j, which switches nothing off', async (assistantOverrides) => {
  const response = await createCall({ assistantId: 'demo-cs', assistantOverrides });
  expect(response.status).toBe(400);
});

test.each([
  [{}, ['controlUrl', 'listenUrl']],
  [{ listenEnabled: false }, ['controlUrl']],
  [{ listenEnabled: false, controlEnabled: true }, ['controlUrl']],
  [{ listenEnabled: false, controlEnabled: false }, []],
])('a call with the monitorPlan %j has %j', async (monitorPlan, names) => {
  const assistantOverrides = { monitorPlan };
  const response = await createCall({ assistantId: 'demo-cs', assistantOverrides });
  const { id, monitor } = (await response.json()) as { id: string; monitor: object };
  expect(Object.keys(monitor).sort()).toEqual(names);
  const init = { method: 'POST', body: '{"type":"end-call"}' };
  const control = await fetch(`${provider.url}/call/${id}/control`, init);
  expect(control.status).toBe(names.includes('controlUrl') ? 200 : 404);
});
