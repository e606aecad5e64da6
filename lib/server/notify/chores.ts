import 'server-only';
import { randomUUID } from 'node:crypto';
import { channels } from './alert-channels';
import { sendDueAlerts } from './alerts';
import { isFunctionHost } from '../env';
import { log } from '../observe/log';
import { purgeExpired } from '../database/purge';
import { database } from '../database/supabase';

/** In milliseconds, give or take a third: instances do not ask together. */
const ALERTS_EVERY_MS = 30_000;
const PURGE_EVERY_MS = 3_600_000;

/** Background jobs: send due alerts, flag overdue requests, delete expired rows. Never throws. */
export async function runChores(): Promise<void> {
  await Promise.all([tendAlerts(), purgeExpired()]);
}

/**
 * Side by side, so that a database that is away is noticed on a site that nobody visits, too: the
 * circuit opens at five failing calls.
 */
async function tendAlerts(): Promise<void> {
  await Promise.all([sendDueAlerts(), findOverdue()]);
}

async function findOverdue(): Promise<void> {
  const { data, error, status } = await database()
    .rpc('tend_alerts', {})
    // May be tried again: it tells of no request twice.
    .setHeader('Idempotency-Key', randomUUID());
  if (error) log.warn({ code: error.code, status }, 'overdue requests not looked for');
  else if (data > 0) await sendDueAlerts();
}

/**
 * Tends to alerts every half a minute, where one could be sent, and purges at once and then every hour.
 * Nothing on a host of functions, which has no process for it: there a scheduler asks `GET /api/cron`.
 */
export function startChores(): void {
  if (isFunctionHost()) return;
  if (channels().length > 0) repeat(tendAlerts, ALERTS_EVERY_MS);
  // At once, so that a server that is restarted often purges, too.
  void purgeExpired();
  repeat(purgeExpired, PURGE_EVERY_MS);
}

/** Runs `work` again and again, never two at once. It must not throw. */
function repeat(work: () => Promise<void>, everyMs: number): void {
  const run = () => work().finally(next);
  const next = () => void setTimeout(run, everyMs * (2 / 3 + (Math.random() * 2) / 3)).unref();
  next();
}
