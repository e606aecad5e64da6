/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programs } from '@/scripts/tools/programs';

type Rows = Record<string, Record<string, unknown>[]>;

test('the rows of 0.1.0 survive the upgrade, and nothing is added about them', () => {
  const args = [programs.tsx, join(import.meta.dirname, 'upgrade-rows.ts')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { before, after }: { before: Rows; after: Rows } = JSON.parse(stdout);
  expect(Object.entries(before).map(([table, rows]) => [table, rows.length])).toEqual([
    ['decisionMakers', 2],
    ['rate_limits', 1],
    ['strategy_sessions', 3],
  ]);
  expect(after).toEqual({
    ...before,
    decisionMakers: before['decisionMakers']?.map((row) => ({
      ...row,
      renewed_at: null,
      period_start: row['visited_at'] ?? row['created_at'],
    })),
    alerts: [],
    call_days: [],
    calls: [],
    funnel_counts: [],
    retention: [
      { one_row: true, months: 12, purged_at: null, expiring: 0, jobs_at: null, unannounced: 0 },
    ],
  });
});
