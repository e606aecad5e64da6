import 'server-only';
import { refusal } from '../database/database-refusal';
import { log } from './log';
import type { PageView } from './page-view';
import { counterDatabase, database } from '../database/supabase';

const COUNT_MS = 1_000;

/**
 * Counts events of a view of a page. Waits for a second at most: a database that is slow or away costs the count and nothing
 * else. Never throws.
 */
export async function countEvents(
  view: PageView,
  events: readonly { event: string; detail: string }[],
): Promise<void> {
  const { error, status } = await counterDatabase()
    .rpc('count_events', { ...view, events })
    .abortSignal(AbortSignal.timeout(COUNT_MS));
  if (error) log.warn({ code: error.code, status }, 'events not counted');
}

/** How often something happened on a page; `requests` and `handled` stand beside the events, on the page `any`. */
export type FunnelSum = { event: string; detail: string; page: string; count: number };

/** The sums from a day (`YYYY-MM-DD`, UTC) on. Throws a sentence when the database fails. */
export async function readFunnel(since: string, db = database()): Promise<FunnelSum[]> {
  const sums = await db.rpc('read_funnel', { since });
  if (sums.error) throw refusal(sums);
  return sums.data;
}
