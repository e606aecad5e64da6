import 'server-only';
import { randomUUID } from 'node:crypto';
import { listChannels } from './alert-channels';
import { sendDueAlerts } from './alerts';
import { isServerlessHost } from '@/lib/server/env';
import { log } from '@/lib/server/observe/log';
import { purgeExpired } from '@/lib/server/database/purge';
import { getDatabase } from '@/lib/server/database/supabase';

const ALERTS_INTERVAL_MS = 30_000;
const PURGE_INTERVAL_MS = 3_600_000;

/** Sends due alerts, flags overdue requests and deletes expired rows. Never throws. */
export async function runBackgroundJobs(): Promise<void> {
  await Promise.all([processAlerts(), purgeExpired()]);
}

/** Two queries in parallel open the circuit soon if the database is down and nobody visits. */
async function processAlerts(): Promise<void> {
  await Promise.all([sendDueAlerts(), reportOverdueRequests()]);
}

async function reportOverdueRequests(): Promise<void> {
  const { data, error, status } = await getDatabase()
    .rpc('tend_alerts', {})
    // A retry is safe, because no request is reported twice.
    .setHeader('Idempotency-Key', randomUUID());
  if (error) log.warn({ code: error.code, status }, 'could not look for overdue requests');
  else if (data > 0) await sendDueAlerts();
}

/** Repeats the jobs by timers; on a serverless host a scheduler requests `GET /api/cron`. */
export function startBackgroundJobs(): void {
  if (isServerlessHost()) return;
  if (listChannels().length > 0) repeat(processAlerts, ALERTS_INTERVAL_MS);
  // A server that restarts often must purge, too.
  void purgeExpired();
  repeat(purgeExpired, PURGE_INTERVAL_MS);
}

/** Repeats `work`, which must not throw. Jitter of a third keeps instances from asking together. */
function repeat(work: () => Promise<void>, intervalMs: number): void {
  const run = () => work().finally(scheduleNext);
  const scheduleNext = () =>
    void setTimeout(run, intervalMs * (2 / 3 + (Math.random() * 2) / 3)).unref();
  scheduleNext();
}
