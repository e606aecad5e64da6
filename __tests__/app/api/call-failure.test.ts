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

it('counts each kind and stage separately', async () => {
  await post(failure);
  await post({ ...failure, stage: 'live' });
  await post({ ...failure, kind: 'unknown' });
  await post(failure);
  expect(listLines().map(({ count }) => count)).toEqual([1, 1, 1, 2]);
});
