import 'server-only';
import { randomUUID } from 'node:crypto';
import { channels } from './alert-channels';
import { sendDueAlerts } from './alerts';
import { isFunctionHost } from './env';
import { log } from './log';
import { database } from './supabase';

/** In milliseconds, give or take a third: instances do not ask together. */
const EVERY_MS = 30_000;

/**
 * Does what no request does: sends what is due, looks for overdue requests, deletes old alerts. Side by side, so that a
 * database that is away is noticed on a site that nobody visits, too: the circuit opens at five failing calls. Never throws.
 */
export async function runChores(): Promise<void> {
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
 * Runs the chores every half a minute, one after the other, where an alert could be sent. Nothing on a host of functions,
 * which has no process for it: there a scheduler asks `GET /api/cron`.
 */
export function startChores(): void {
  if (isFunctionHost() || channels().length === 0) return;
  const next = () => void setTimeout(run, EVERY_MS * (2 / 3 + (Math.random() * 2) / 3)).unref();
  const run = () => runChores().finally(next);
  next();
}
