import 'server-only';
import { readAllRows } from '@/lib/server/database/queries';
import { log } from '@/lib/server/log/log';
import type { PageView } from './page-view';
import { getCounterDatabase, getDatabase } from '@/lib/server/database/supabase';

const COUNT_TIMEOUT_MS = 1_000;

/** Counts a page view's events. Gives up after a second and logs a failure. Never throws. */
export async function countEvents(
  view: PageView,
  events: readonly { event: string; detail: string }[],
): Promise<void> {
  const { error, status } = await getCounterDatabase()
    .rpc('count_events', { ...view, events })
    .abortSignal(AbortSignal.timeout(COUNT_TIMEOUT_MS));
  if (error) log.warn({ code: error.code, status }, 'events not counted');
}

/** `event` is an event, or `requests` or `handled`, which have the page `any`. */
export type FunnelSum = { event: string; detail: string; page: string; count: number };

/** Returns the sums since a day (`YYYY-MM-DD`, UTC). Throws when the database fails. */
export function readFunnel(since: string, db = getDatabase()): Promise<FunnelSum[]> {
  return readAllRows((from, to) =>
    db.rpc('read_funnel', { since }).order('event').order('detail').order('page').range(from, to),
  );
}
