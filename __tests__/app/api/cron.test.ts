/** @jest-environment node */
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { collectLogLines } from '@/__tests__/lib/server/observe/log-lines';
import { GET, POST } from '@/app/api/cron/route';
import { runBackgroundJobs } from '@/lib/server/notify/background-jobs';

jest.mock('@/lib/server/notify/background-jobs');

provideSettings();
const logged = collectLogLines();
const SECRET = 'a-secret-of-a-scheduler';
const ask = (authorization?: string) =>
  GET(
    new Request('http://localhost/api/cron', { headers: authorization ? { authorization } : {} }),
  );

beforeEach(() => {
  jest.mocked(runBackgroundJobs).mockReset().mockResolvedValue();
  changeSettings({ CRON_SECRET: SECRET });
});

test('runs the background jobs before it answers a scheduler with the secret', async () => {
  let finishJobs: () => void = () => undefined;
  jest.mocked(runBackgroundJobs).mockReturnValue(new Promise((finish) => (finishJobs = finish)));
  const answered = jest.fn();
  const response = ask(`Bearer ${SECRET}`);
  void response.then(answered);
  await new Promise(setImmediate);
  expect(answered).not.toHaveBeenCalled();
  finishJobs();
  expect((await response).status).toBe(200);
  expect(await (await response).json()).toEqual({ ok: true });
  expect((await response).headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['nothing', undefined],
  ['another secret', 'Bearer another-secret-of-nobody'],
  ['the beginning of it', `Bearer ${SECRET.slice(0, -1)}`],
  ['more than it', `Bearer ${SECRET}x`],
  ['it in another scheme', `Basic ${SECRET}`],
  ['the secret without a scheme', SECRET],
  ['it behind another word', `My Bearer ${SECRET}`],
])('refuses %s and runs no jobs', async (_what, authorization) => {
  const response = await ask(authorization);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(await response.json()).toEqual({ ok: false, error: 'unauthorised' });
  expect(runBackgroundJobs).not.toHaveBeenCalled();
  expect(JSON.stringify(logged)).not.toContain('secret');
});

test.each(['Bearer undefined', 'Bearer ', 'Bearer x', undefined])(
  'refuses %p if no secret is set',
  async (authorization) => {
    changeSettings({ CRON_SECRET: undefined });
    expect((await ask(authorization)).status).toBe(401);
    expect(runBackgroundJobs).not.toHaveBeenCalled();
  },
);

test('refuses POST', async () => {
  const headers = { authorization: `Bearer ${SECRET}` };
  const response = await POST(
    new Request('http://localhost/api/cron', { method: 'POST', headers }),
  );
  expect(response.status).toBe(405);
  expect(runBackgroundJobs).not.toHaveBeenCalled();
});
