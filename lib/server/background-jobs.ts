import 'server-only';
import { reconcileCalls } from '@/lib/server/call/call-records';
import { alertOutage, tellOutage } from '@/lib/server/database/outages';
import { describeFailure, isPassing } from '@/lib/server/database/database-fault';
import { findFailure, send } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { getEnv, isServerlessHost } from './env';
import { log } from '@/lib/server/log/log';
import { isDue } from './shared-state';
import { listChannels } from '@/lib/server/notify/alert-channels';
import { listTables } from '@/lib/server/notify/alert-messages';
import { runAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';

const SHORT_INTERVAL_MS = 30_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Keeps what the pages promise, also without a channel for alerts. Never throws. */
export async function runBackgroundJobs(): Promise<void> {
  // The purge stores how long requests are kept, and alerts say which ones expire.
  await Promise.all([purgeExpired().then(sendAlerts), reconcileCalls()]);
}

/** Asks the database at once, so that its circuit notices an outage even if nobody visits. */
async function sendAlerts(): Promise<void> {
  tellOutage();
  await Promise.all([sendDueAlerts(), tendAlerts().then(sendDueAlerts)]);
}

async function tendAlerts(): Promise<void> {
  const summary = listChannels().length > 0 && !getEnv().WEEKLY_SUMMARY_OFF;
  const tended = getDatabase().rpc('tend_alerts', { summary });
  const { data } = await send(tended, 'could not look for overdue requests', {
    isRepeatable: true,
  });
  if (data) log.warn({ requests: data }, 'requests have become overdue');
}

async function purgeExpired(): Promise<void> {
  const { data } = await send(
    getDatabase().rpc('purge_expired', { months: getEnv().RETENTION_MONTHS }),
    'expired data not deleted',
    { isRepeatable: true },
  );
  const tables = data && listTables(data.failed);
  if (tables) log.error({ tables }, 'expired data not deleted');
}

/** Runs the background jobs if no process has done so within the hour. Never throws. */
export async function runDueJobs(): Promise<void> {
  if (mayAsk()) await claimJobs();
}

/** Does the same after the current request is answered, on a host without timers. Never throws. */
export function runDueJobsAfterResponse(): void {
  if (!isServerlessHost() || !mayAsk()) return;
  runAfterResponse(claimJobs, 'background jobs wait for GET /api/cron');
}

/** A flood of requests hardly asks the database. */
const mayAsk = () => isDue('site.due-jobs', MINUTE_MS);

async function claimJobs(): Promise<void> {
  const { data } = await send(getDatabase().rpc('claim_jobs', {}), 'background jobs not claimed');
  if (data) await runBackgroundJobs();
}

export function startBackgroundJobs(): void {
  if (isServerlessHost()) return;
  void tellIfRefused();
  if (listChannels().length > 0) repeat(sendAlerts, SHORT_INTERVAL_MS);
  repeat(reconcileCalls, SHORT_INTERVAL_MS);
  // A server that restarts often must keep the promises, too.
  void runBackgroundJobs();
  repeat(runBackgroundJobs, HOUR_MS);
}

async function tellIfRefused(): Promise<void> {
  const failure = await findFailure();
  // Without an answer, the circuit tells.
  if (!failure || isPassing(failure)) return;
  const { seen, todo } = describeFailure(failure);
  log.error({ reason: `${seen}. ${todo}` }, 'the database refuses requests');
  alertOutage(failure);
}

/** `work` must not throw. Jitter of a third keeps instances from asking together. */
function repeat(work: () => Promise<void>, intervalMs: number): void {
  const run = () => work().finally(scheduleNext);
  const scheduleNext = () =>
    void setTimeout(run, intervalMs * (2 / 3 + (Math.random() * 2) / 3)).unref();
  scheduleNext();
}
