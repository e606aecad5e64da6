/** @jest-environment node */
import { existsSync, readFileSync } from 'node:fs';
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { GET } from '@/app/api/cron/route';
import {
  connectDatabase,
  createAnswer,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';

provideSettings();
const logged = collectLogLines();
const SECRET = 'a-secret-of-a-scheduler';
const ask = (authorization?: string) =>
  GET(
    new Request('http://localhost/api/cron', { headers: authorization ? { authorization } : {} }),
  );

let sentQueries: SentQuery[];
let answer: (body: unknown) => Response | Promise<Response>;
const listTables = () => sentQueries.map(({ table }) => table);
beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('site.due-jobs'));
  answer = createAnswer;
  sentQueries = connectDatabase(() => answer(null));
  changeSettings({ CRON_SECRET: SECRET });
});

test('runs the background jobs before it answers a scheduler with the secret', async () => {
  let finishJobs: () => void = () => undefined;
  const finished = new Promise<void>((finish) => (finishJobs = finish));
  answer = (body) => finished.then(() => createAnswer(body));
  const answered = jest.fn();
  const response = ask(`Bearer ${SECRET}`);
  void response.then(answered);
  await new Promise(setImmediate);
  expect(answered).not.toHaveBeenCalled();
  expect(listTables().sort()).toEqual(['rpc/purge_expired', 'rpc/tend_alerts']);
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
  expect(sentQueries).toEqual([]);
  expect(JSON.stringify(logged)).not.toContain('secret');
});

describe('if no secret is set', () => {
  beforeEach(() => changeSettings({ CRON_SECRET: undefined }));

  test('anyone may wake the jobs, which run only if they are due', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true });
    expect(listTables()).toEqual(['rpc/claim_jobs']);
  });

  test.each(['Bearer undefined', 'Bearer ', 'Bearer x', 'Basic x', ''])(
    'refuses a scheduler that sends %p',
    async (authorization) => {
      const headers = new Headers({ authorization });
      const response = await GET(new Request('http://localhost/api/cron', { headers }));
      expect(response.status).toBe(401);
      expect(sentQueries).toEqual([]);
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
