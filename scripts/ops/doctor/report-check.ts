import { type Check, type Outcome, skipped } from './check';
import type { DatabaseReport } from './database/database-answers';
import type { Probes } from './probes';

/** Makes a check of the database's report about itself. */
export function createReportCheck(
  name: string,
  needs: readonly string[],
  judge: (report: DatabaseReport, probes: Probes) => Outcome | Promise<Outcome>,
): Check<Probes> {
  return {
    name,
    needs: ['migrations', ...needs],
    run: async (probes) => {
      const report = await probes.fetchReport();
      return 'refusal' in report ? skipped('there is no report') : judge(report, probes);
    },
  };
}

/** Supabase Lite undoes REVOKE on tables; only row level security protects their rows. */
export const isLite = ({ version }: DatabaseReport) => version.includes('wasm');
