/** @jest-environment node */
import type { VoiceProvider } from '@/local/voice/server';
import { startVoiceProvider } from '@/local/voice/server';

const publicKey = 'test-public-key';
const privateKey = 'test-private-key';
let provider: VoiceProvider;

beforeEach(async () => {
  const keys = { publicKey, privateKey, orgId: 'test-organisation' };
  provider = await startVoiceProvider({ port: 0, ...keys, pace: 'instant' });
});
afterEach(() => provider.close());

async function ask(path: string, bearer: string, method = 'GET', body?: unknown) {
  const response = await fetch(provider.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, origin: 'http://localhost:1' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const change = (body: unknown) => ask('/assistant/demo', privateKey, 'PATCH', body);

const asAsked = {
  id: 'demo',
  orgId: 'test-organisation',
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
  maxDurationSeconds: 300,
  artifactPlan: { recordingEnabled: false },
  compliancePlan: { hipaaEnabled: true },
};

test('an assistant is set up as the docs ask for', async () => {
  expect(await ask('/assistant/demo', privateKey)).toEqual({ status: 200, answer: asAsked });
});

test.each(['nobody', 'unknown-assistant'])('%s is not found', async (id) => {
  expect((await ask(`/assistant/${id}`, privateKey)).status).toBe(404);
  expect((await ask(`/assistant/${id}`, privateKey, 'PATCH', {})).status).toBe(404);
});

test('its owner changes one setting at a time, of this assistant alone', async () => {
  await change({ maxDurationSeconds: 60 });
  const { answer } = await change({ artifactPlan: { recordingEnabled: true } });
  const changed = {
    ...asAsked,
    maxDurationSeconds: 60,
    artifactPlan: { recordingEnabled: true },
  };
  expect(answer).toEqual(changed);
  expect((await ask('/assistant/demo', privateKey)).answer).toEqual(changed);
  expect((await ask('/assistant/silent', privateKey)).answer).toEqual({ ...asAsked, id: 'silent' });
});

test.each([
  { maxDurationSeconds: 9 },
  { maxDurationSeconds: '60' },
  { compliancePlan: { hipaaEnabled: 'no' } },
])('%j changes nothing', async (settings) => {
  expect((await change(settings)).status).toBe(400);
  expect((await ask('/assistant/demo', privateKey)).answer).toEqual(asAsked);
});

test('a call that names no maximum lasts as long as its assistant allows', async () => {
  await change({ maxDurationSeconds: 60 });
  const { answer } = await ask('/call/web', publicKey, 'POST', { assistantId: 'demo' });
  expect(new URL(String(answer.webCallUrl)).searchParams.get('maxSeconds')).toBe('60');
});

test('nobody else reads or changes an assistant', async () => {
  for (const method of ['GET', 'PATCH']) {
    const body = method === 'PATCH' ? { maxDurationSeconds: 60 } : undefined;
    expect((await ask('/assistant/demo', publicKey, method, body)).status).toBe(401);
    expect((await ask('/assistant/nobody', '', method, body)).status).toBe(401);
  }
  expect((await ask('/assistant/demo', privateKey)).answer).toEqual(asAsked);
});

describe('the control address of a call', () => {
  async function created() {
    const { answer } = await ask('/call/web', publicKey, 'POST', { assistantId: 'demo' });
    const call = await ask(`/call/${String(answer.id)}`, privateKey);
    const { controlUrl } = call.answer.monitor as { controlUrl: string };
    const status = async () =>
      (await ask(`/call/${String(answer.id)}`, privateKey)).answer.status as string;
    return { control: controlUrl.slice(provider.url.length), status };
  }

  test('ends it, without a key, before anybody has joined', async () => {
    const { control, status } = await created();
    expect(await status()).toBe('queued');
    expect((await ask(control, '', 'POST', { type: 'end-call' })).status).toBe(200);
    expect(await status()).toBe('ended');
  });

  test('knows nothing else', async () => {
    const { control, status } = await created();
    expect((await ask(control, '', 'POST', { type: 'say', content: 'Hi' })).status).toBe(400);
    expect((await ask(control, '', 'POST', 'end-call')).status).toBe(400);
    expect((await ask('/call/none/control', '', 'POST', { type: 'end-call' })).status).toBe(404);
    expect(await status()).toBe('queued');
  });
});
