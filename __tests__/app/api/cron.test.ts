/** @jest-environment node */
import { existsSync, readFileSync } from 'node:fs';
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { GET, POST } from '@/app/api/cron/route';
import { runBackgroundJobs, runDueJobs } from '@/lib/server/background-jobs';

jest.mock('@/lib/server/background-jobs');

provideSettings();
const logged = collectLogLines();
const SECRET = 'a-secret-of-a-scheduler';
const ask = (authorization?: string) =>
  GET(
    new Request('http://localhost/api/cron', { headers: authorization ? { authorization } : {} }),
  );

beforeEach(() => {
  jest.mocked(runBackgroundJobs).mockReset().mockResolvedValue();
  jest.mocked(runDueJobs).mockReset().mockResolvedValue();
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
  expect(runDueJobs).not.toHaveBeenCalled();
  expect(JSON.stringify(logged)).not.toContain('secret');
});

describe('if no secret is set', () => {
  beforeEach(() => changeSettings({ CRON_SECRET: undefined }));

  test('anyone may wake the jobs, which run only if they are due', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true });
    expect(runDueJobs).toHaveBeenCalledTimes(1);
    expect(runBackgroundJobs).not.toHaveBeenCalled();
  });

  test.each(['Bearer undefined', 'Bearer ', 'Bearer x', 'Basic x', ''])(
    'refuses a scheduler that sends %p',
    async (authorization) => {
      const headers = new Headers({ authorization });
      const response = await GET(new Request('http://localhost/api/cron', { headers }));
      expect(response.status).toBe(401);
      expect(runBackgroundJobs).not.toHaveBeenCalled();
      expect(runDueJobs).not.toHaveBeenCalled();
    },
  );
});

// A shorter interval fails the deployment on the Hobby plan:
// https://vercel.com/docs/cron-jobs/usage-and-pricing
test('Vercel is told to request it once a day', () => {
  type Configuration = { crons: { path: string; schedule: string }[] };
  const { crons } = JSON.parse(readFileSync('vercel.json', 'utf8')) as Configuration;
  expect(crons).toEqual([
    { path: '/api/cron', schedule: expect.stringMatching(/^\d{1,2} \d{1,2} \* \* \*$/) },
  ]);
  for (const { path } of crons) expect(existsSync(`app${path}/route.ts`)).toBe(true);
});

test('refuses POST', async () => {
  const headers = { authorization: `Bearer ${SECRET}` };
  const response = await POST(
    new Request('http://localhost/api/cron', { method: 'POST', headers }),
  );
  expect(response.status).toBe(405);
  expect(runBackgroundJobs).not.toHaveBeenCalled();
});
