/** @jest-environment node */
import { judgeRetention } from '@/scripts/ops/doctor/database/retention';

const HOUR = 3_600_000;
const formatHoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

test.each<[found: Parameters<typeof judgeRetention>[0], state: string, seen: RegExp]>([
  [
    { months: 12, purged_at: formatHoursAgo(0.5), expiring: 0, unannounced: 0 },
    'ok',
    /within the last hour; .* 12 months$/,
  ],
  [{ months: 12, purged_at: formatHoursAgo(47.9), expiring: 0, unannounced: 0 }, 'ok', /47 h ago/],
  [
    { months: 12, purged_at: formatHoursAgo(48), expiring: 0, unannounced: 0 },
    'warning',
    /last deleted 48 h ago$/,
  ],
  [{ months: 12, purged_at: null, expiring: 0, unannounced: 0 }, 'warning', /never deleted/],
  [
    { months: 6, purged_at: formatHoursAgo(0), expiring: 0, unannounced: 0 },
    'warning',
    /6 months, RETENTION_MONTHS is 12$/,
  ],
  [
    { months: 12, purged_at: formatHoursAgo(0), expiring: 3, unannounced: 0 },
    'warning',
    /^3 open requests will be deleted within two weeks$/,
  ],
  [
    { months: 12, purged_at: formatHoursAgo(0), expiring: 0, unannounced: 2 },
    'warning',
    /^2 open requests are kept past their 12 months, because no alert about them was delivered$/,
  ],
  [
    { months: 12, purged_at: formatHoursAgo(0), expiring: 1, unannounced: 1 },
    'warning',
    /^1 open requests are kept past .* delivered; 1 open requests will be deleted within two weeks$/,
  ],
])('judges %j as %s', (found, state, seen) => {
  const outcome = judgeRetention(found, 12);
  expect(outcome).toMatchObject({ state, seen: expect.stringMatching(seen) });
  expect(outcome.todo === undefined).toBe(state === 'ok');
});
