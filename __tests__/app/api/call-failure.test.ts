/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings } from '@/__tests__/lib/server/settings';

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
const logged = collectLogLines();
const listLines = () => omitRequestLines(logged);

beforeEach(() => void jest.resetModules());

async function post(body: unknown, headers: Record<string, string> = {}) {
  const { POST } = await import('@/app/api/call-failure/route');
  return POST(
    createPost('/api/call-failure', body, { 'sec-fetch-site': 'same-origin', ...headers }),
  );
}
const failure = { kind: 'no-answer', stage: 'waiting' };

it('writes a counted line without anything about the visitor', async () => {
  await post(failure);
  const response = await post(failure, {
    'user-agent': 'somebody',
    'x-forwarded-for': '203.0.113.9',
  });
  expect(response.status).toBe(201);
  const request_id = expect.any(String) as string;
  const time = expect.any(String) as string;
  const line = { level: 'warn', time, request_id, msg: 'a call failed', ...failure };
  expect(listLines()).toEqual([
    { ...line, count: 1 },
    { ...line, count: 2 },
  ]);
});

it.each([
  [{ kind: 'made-up', stage: 'waiting' }],
  [{ kind: 'no-answer', stage: 'waiting\n{"level":"error"}' }],
  [{ kind: 'no-answer' }],
  [{ ...failure, text: 'what was said' }],
])('refuses %p and logs nothing of it', async (body) => {
  expect((await post(body)).status).toBe(422);
  expect(listLines()).toEqual([]);
});

it('counts each kind and stage separately', async () => {
  await post(failure);
  await post({ ...failure, stage: 'live' });
  await post({ ...failure, kind: 'unknown' });
  await post(failure);
  expect(listLines().map(({ count }) => count)).toEqual([1, 1, 1, 2]);
});

it('answers 201 to every report, whether an alert is sent or not', async () => {
  process.env.ALERT_WEBHOOK_URL = 'https://hooks.example/secret';
  for (let report = 0; report < 6; report += 1)
    expect((await post(failure, { 'x-real-ip': `198.51.100.${report}` })).status).toBe(201);
  delete process.env.ALERT_WEBHOOK_URL;
  // Outside Next.js, nothing runs after the response.
  expect(listLines().filter(({ msg }) => msg !== 'a call failed')).toEqual([
    expect.objectContaining({ level: 'warn', msg: 'after() is unavailable, alerts stay queued' }),
  ]);
});

it('logs at most one line per minute after ten failures of the same kind', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  for (let report = 0; report < 100; report += 1) await post(failure);
  expect(listLines()).toHaveLength(10);
  jest.setSystemTime(59_999);
  await post(failure);
  expect(listLines()).toHaveLength(10);
  jest.setSystemTime(60_000);
  await post(failure);
  expect(listLines().at(-1)).toMatchObject({ count: 102 });
  jest.setSystemTime(119_999);
  await post(failure);
  expect(listLines()).toHaveLength(11);
});
