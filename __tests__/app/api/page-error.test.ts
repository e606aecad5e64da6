/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings } from '@/__tests__/lib/server/settings';

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
const logged = collectLogLines();
const listLines = () => omitRequestLines(logged);

beforeEach(() => {
  jest.resetModules();
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

async function post(body: unknown, headers: Record<string, string> = {}) {
  const { POST } = await import('@/app/api/page-error/route');
  const usual = { 'sec-fetch-site': 'same-origin', 'user-agent': BROWSER };
  return POST(createPost('/api/page-error', body, { ...usual, ...headers }));
}
const report = { digest: '3047389217' };

it('logs the digest and nothing about the visitor', async () => {
  const response = await post(report, { 'x-real-ip': '203.0.113.9', referer: 'https://a/?eva' });
  expect(response.status).toBe(201);
  expect(listLines()).toEqual([
    {
      level: 'warn',
      time: expect.any(String),
      request_id: expect.any(String),
      digest: '3047389217',
      count: 1,
      msg: 'a browser has shown the error page',
    },
  ]);
});

it('logs an error without a digest, which only a browser has seen', async () => {
  expect((await post({})).status).toBe(201);
  expect(listLines()[0]).not.toHaveProperty('digest');
});

it('answers a bot like a visitor, but logs nothing', async () => {
  const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
  expect((await post({}, bot)).status).toBe(201);
  expect(listLines()).toEqual([]);
});

it('logs at most one line per minute after ten reports', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const send = (n: number) => post({ digest: String(n) }, { 'x-real-ip': `192.0.2.${n}` });
  for (let n = 0; n < 100; n += 1) await send(n);
  expect(listLines()).toHaveLength(10);
  jest.setSystemTime(60_000);
  await send(100);
  expect(listLines().at(-1)).toMatchObject({ digest: '100', count: 101 });
});
