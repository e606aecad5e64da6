/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programs } from '@/scripts/tools/programs';

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;
/** `added` has the defaults of the new columns, by the table. */
type Upgrade = { before: Rows; after: Rows; added: Record<string, Row> };

test('the rows of 0.1.0 survive the upgrade, and new columns are NULL or the default', () => {
  const args = [programs.tsx, join(import.meta.dirname, 'upgrade-rows.ts')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { before, after, added }: Upgrade = JSON.parse(stdout);
  expect(Object.entries(before).map(([table, rows]) => [table, rows.length])).toEqual([
    ['decisionMakers', 2],
    ['rate_limits', 1],
    ['strategy_sessions', 3],
  ]);
  const complete = (table: string) =>
    before[table]?.map((row) => ({ ...added[table], ...row })) ?? [];
  expect(added['decisionMakers']).toMatchObject({ renewed_at: null });
  expect(after).toEqual({
    rate_limits: complete('rate_limits'),
    strategy_sessions: complete('strategy_sessions'),
    decisionMakers: complete('decisionMakers').map((row) => ({
      ...row,
      period_start: row['visited_at'] ?? row['created_at'],
    })),
    alerts: [],
    call_switch: [{ one_row: true, calls_on: true }],
    call_days: [],
    calls: [],
    funnel_counts: [],
    retention: [
      {
        ...{ one_row: true, months: 12, purged_at: null, expiring: 0 },
        ...{ jobs_at: null, unannounced: 0, failed: {} },
      },
    ],
  });
});
