import 'server-only';
import { send } from '@/lib/server/database/queries';
import type { CallHandle, CallFate } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { log } from '@/lib/server/log/log';
import { isDue, waitUntil } from '@/lib/server/shared-state';
import {
  canAskProvider,
  ENDED_STATUS,
  endAtProvider,
  listCalls,
  type ProviderCall,
  UNSTARTED,
} from './provider';

// What becomes of calls that are counted. No function throws.

/** Longer than it takes to count a call, because the end may have to wait for a late count. */
const STORE_TIMEOUT_MS = 4000;
const TIMEOUT_MS = 2000;
const ASK_INTERVAL_MS = 10_000;
/** Longer than the request that creates a call. */
const CREATION_MS = 60_000;
const NOT_STORED = 'call end not stored';

/**
 * The visitor has left, maybe before the call is created. Frees the slot once the call is known to
 * be over. Returns false if the database failed or keeps no more ends without a call. `known`: how
 * to reach the call without the database.
 */
export async function endCall(id: string, known?: CallHandle): Promise<boolean> {
  const { data, error } = await send(getDatabase().rpc('end_call', { id }), NOT_STORED, {
    timeoutMs: TIMEOUT_MS,
  });
  const handle = error ? known : data[0];
  // Maybe it was created, or ended, without the database. Or another request ends it.
  if (!handle && !error) reconcileSoon();
  if (!handle || (handle.call_id ?? handle.control_url) === null) return !error;
  if (await endAtProvider(handle)) return !(await settleCall(id, 'over')).error;
  log.warn({ hasControlUrl: handle.control_url !== null }, 'a call that was left may go on');
  return !error;
}

type Facts = Partial<CallHandle & { seconds: number | null; cost: number | null }>;

/** `data`: whether the visitor has left. `cost` in US dollars. */
export const settleCall = (id: string, fate: CallFate, facts: Facts = {}) =>
  send(getDatabase().rpc('settle_call', { id, fate, ...facts }), NOT_STORED, {
    timeoutMs: STORE_TIMEOUT_MS,
  });

/** Does it at once, because a visitor waits for a slot, but at most every ten seconds. */
export function reconcileSoon(): void {
  if (isDue('site.reconcile-calls', ASK_INTERVAL_MS)) waitUntil(reconcileCalls());
}

/** Asks the provider about calls that may not exist, or go on although their visitors have left. */
export async function reconcileCalls(): Promise<void> {
  if (!canAskProvider()) return;
  // A second list is sure about the calls that the first one lacks.
  if (await compareWithList()) await compareWithList();
}

/** Calls that go on, as far as we know. A filter of PostgREST's, without `and(…)`. */
export const filterLive = () => `state.in.(taken,created),ends_by.gt.${new Date().toISOString()}`;

/** Returns whether there were any such calls. */
async function compareWithList(): Promise<boolean> {
  const stuckSince = new Date(Date.now() - CREATION_MS).toISOString();
  const unknown = getDatabase()
    .from('calls')
    .select('id, assistant_id, created_at')
    .or(
      `state.in.(unknown,missing),and(state.eq.taken,created_at.lt.${stuckSince}),` +
        `and(left_at.not.is.null,${filterLive()})`,
    );
  const { data } = await send(unknown, 'unknown calls not read', { timeoutMs: TIMEOUT_MS });
  for (const assistantId of new Set(data?.map((call) => call.assistant_id ?? ''))) {
    const calls = data?.filter((call) => call.assistant_id === assistantId) ?? [];
    const times = calls.map((call) => Date.parse(call.created_at));
    const listed = await listCalls(assistantId, Math.min(...times), Math.max(...times));
    const settle = ({ id }: { id: string }) =>
      reconcileCall(
        id,
        listed?.find((call) => call.ourId === id),
      );
    if (listed) await Promise.all(calls.map(settle));
  }
  return Boolean(data?.length);
}

async function reconcileCall(id: string, call: ProviderCall | undefined): Promise<void> {
  if (!call) return void (await settleCall(id, 'missing'));
  if (call.status === ENDED_STATUS) return void (await settleCall(id, 'over'));
  const { data: hasLeft } = await settleCall(id, 'created', call.handle);
  if (hasLeft || UNSTARTED.has(call.status)) await endCall(id, call.handle);
}
