/** @jest-environment node */
import { judgeRetention } from '@/scripts/ops/doctor/database/retention';

const HOUR = 3_600_000;
const formatHoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const kept = { months: 12, purged_at: formatHoursAgo(0), expiring: 0, unannounced: 0 };
const unannounced =
  /^2 open requests are kept past their 12 months, because no alert about them was delivered$/;
const both =
  /^1 open requests are kept past .* delivered; 1 open requests will be deleted within two weeks$/;

test.each<[change: Partial<Parameters<typeof judgeRetention>[0]>, state: string, seen: RegExp]>([
  [{ purged_at: formatHoursAgo(0.5) }, 'ok', /within the last hour; .* 12 months$/],
  [{ purged_at: formatHoursAgo(47.9) }, 'ok', /47 h ago/],
  [{ purged_at: formatHoursAgo(48) }, 'warning', /last deleted 48 h ago$/],
  [{ purged_at: null }, 'warning', /never deleted/],
  [{ months: 6 }, 'warning', /6 months, RETENTION_MONTHS is 12$/],
  [{ expiring: 3 }, 'warning', /^3 open requests will be deleted within two weeks$/],
  [{ unannounced: 2 }, 'warning', unannounced],
  [{ expiring: 1, unannounced: 1 }, 'warning', both],
])('judges %j as %s', (change, state, seen) => {
  const outcome = judgeRetention({ ...kept, ...change }, 12);
  expect(outcome).toMatchObject({ state, seen: expect.stringMatching(seen) });
  expect(outcome.todo === undefined).toBe(state === 'ok');
});
