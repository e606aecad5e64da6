import { type Check, type Outcome, skipped } from './check';
import type { DatabaseReport } from './database-answers';
import type { Facts } from './facts';

/** A check of what the database reports about itself. */
export function reportCheck(
  name: string,
  needs: readonly string[],
  judge: (report: DatabaseReport, facts: Facts) => Outcome | Promise<Outcome>,
): Check<Facts> {
  return {
    name,
    needs: ['migrations', ...needs],
    run: async (facts) => {
      const report = await facts.report();
      return 'refusal' in report ? skipped('there is no report') : judge(report, facts);
    },
  };
}

/** Whether Supabase Lite answers. It undoes REVOKE on tables; row level security alone keeps the rows there. */
export const isLite = ({ version }: DatabaseReport) => version.includes('wasm');
