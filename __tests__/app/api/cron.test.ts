import { existsSync, readFileSync } from 'node:fs';

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
