import 'server-only';
import { listChannels } from './alert-channels';
import { sendDueAlerts } from './alerts';
import { alertOutage } from './outage-alert';
import { runAfterResponse } from '@/lib/server/after-response';
import { getEnv, isServerlessHost } from '@/lib/server/env';
import { log } from '@/lib/server/log/log';
import { purgeExpired } from '@/lib/server/database/purge';
import { isUnreachable, readFailure } from '@/lib/server/database/database-fault';
import { createDatabaseError, sendRetryable } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { shareInProcess } from '@/lib/server/shared-state';

const ALERTS_INTERVAL_MS = 30_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Does all background jobs, for a host without timers. Never throws. */
export async function runBackgroundJobs(): Promise<void> {
  await Promise.all([sendDueAlerts(), runHourlyJobs()]);
}

/** Keeps what the pages promise, also without a channel for alerts, and sums up the week. */
async function runHourlyJobs(): Promise<void> {
  await Promise.all([writeOverdueAlerts(), writeWeeklySummary(), purgeExpired()]);
}

/**
 * Both query the database in every run, so that an outage is noticed even if nobody visits: the
 * circuit breaker of `resilient-fetch.ts` opens after several failures at once.
 */
async function sendAlerts(): Promise<void> {
  await Promise.all([sendDueAlerts(), writeOverdueAlerts()]);
}

/** Writes an alert for each overdue request, once, and sends it. */
async function writeOverdueAlerts(): Promise<void> {
  const tended = getDatabase().rpc('tend_alerts', {});
  const { data } = await sendRetryable(tended, 'could not look for overdue requests');
  if (data !== null && data > 0) {
    log.warn({ requests: data }, 'requests are overdue');
    await sendDueAlerts();
  }
}

/** Writes the summary of the last week, once, and sends it. */
async function writeWeeklySummary(): Promise<void> {
  if (listChannels().length === 0 || getEnv().WEEKLY_SUMMARY_OFF) return;
  const written = getDatabase().rpc('write_weekly_summary', {});
  const { data } = await sendRetryable(written, 'weekly summary not written');
  if (data) await sendDueAlerts();
}

/** Runs the background jobs if no process has claimed them within the hour. Never throws. */
export async function runDueJobs(): Promise<void> {
  if (mayClaim()) await claimJobs();
}

/** Does the same after the current request is answered, on a host without timers. Never throws. */
export function runDueJobsAfterResponse(): void {
  if (!isServerlessHost() || !mayClaim()) return;
  runAfterResponse(claimJobs, 'background jobs wait for GET /api/cron');
}

/** Returns true at most once a minute, so that a flood of requests hardly asks the database. */
function mayClaim(): boolean {
  const last = shareInProcess('site.due-jobs', () => ({ claimedAt: -Infinity }));
  if (Date.now() - last.claimedAt < MINUTE_MS) return false;
  last.claimedAt = Date.now();
  return true;
}

async function claimJobs(): Promise<void> {
  const { data, error, status } = await getDatabase().rpc('claim_jobs', {});
  if (error) log.warn({ code: error.code, status }, 'background jobs not claimed');
  else if (data) await runBackgroundJobs();
}

/** Repeats the jobs by timers. On a serverless host requests run them, and `GET /api/cron`. */
export function startBackgroundJobs(): void {
  if (isServerlessHost()) return;
  void tellIfRefused();
  if (listChannels().length > 0) repeat(sendAlerts, ALERTS_INTERVAL_MS);
  // A server that restarts often must keep them, too.
  void runHourlyJobs();
  repeat(runHourlyJobs, HOUR_MS);
}

/** Tells ops at the start, not when the first request is lost, that the database takes none. */
async function tellIfRefused(): Promise<void> {
  const { error, status } = await getDatabase().from('strategy_sessions').select('id').limit(1);
  // Without an answer, the circuit tells.
  if (!error || isUnreachable(status)) return;
  const reason = createDatabaseError({ error, status }).message;
  log.error({ reason }, 'the database refuses requests');
  alertOutage(readFailure(error, status));
}

/** Repeats `work`, which must not throw. Jitter of a third keeps instances from asking together. */
function repeat(work: () => Promise<void>, intervalMs: number): void {
  const run = () => work().finally(scheduleNext);
  const scheduleNext = () =>
    void setTimeout(run, intervalMs * (2 / 3 + (Math.random() * 2) / 3)).unref();
  scheduleNext();
}
