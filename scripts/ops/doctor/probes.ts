import type { Env } from '@/lib/server/env';
import { type Check, type Outcome, skipped } from './check';
import { type FetchedResponse, sendRequest } from './http-request';
import { askDatabase, askReport, type DatabaseReport } from './database/database-answers';
import { askAssistant } from './provider/provider-answers';

/** The compression check expects Brotli. */
const PAGE_HEADERS = { 'accept-encoding': 'br, gzip' };

export type Probes = ReturnType<typeof createProbes>;

/** Gives access to what is examined. What several checks read is requested only once. */
export function createProbes(settings: Env, publishableKey: string | undefined) {
  const pages = new Map<string, Promise<FetchedResponse>>();
  return {
    settings,
    publishableKey,
    queryDatabase: (path: string, body?: object, key = settings.SUPABASE_SECRET_KEY) =>
      askDatabase(settings.SUPABASE_URL, key, path, body),
    fetchReport: memoize(() => askReport(settings.SUPABASE_URL, settings.SUPABASE_SECRET_KEY)),
    fetchAssistant: memoize(() => askAssistant(settings)),
    fetchPage: (path: string) => {
      const pending =
        pages.get(path) ?? sendRequest(settings.SITE_URL + path, { headers: PAGE_HEADERS });
      pages.set(path, pending);
      return pending;
    },
  };
}

function memoize<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** Makes a check; `needs` are earlier checks that must pass first. */
export const createCheck = (
  name: string,
  needs: readonly string[],
  run: Check<Probes>['run'],
): Check<Probes> => ({ name, needs, run });

/** Makes a check of the database's report about itself. */
export const createReportCheck = (
  name: string,
  needs: readonly string[],
  judge: (report: DatabaseReport, probes: Probes) => Outcome | Promise<Outcome>,
) =>
  createCheck(name, ['migrations', ...needs], async (probes) => {
    const report = await probes.fetchReport();
    return 'refusal' in report ? skipped('there is no report') : judge(report, probes);
  });
