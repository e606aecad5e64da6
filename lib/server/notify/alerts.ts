import 'server-only';
import { randomUUID } from 'node:crypto';
import { after } from 'next/server';
import { listChannels, sendMessage } from './alert-channels';
import { formatAlert } from './alert-messages';
import { log } from '@/lib/server/log/log';
import { type Channel, type ClaimedAlert, getDatabase } from '@/lib/server/database/supabase';

const BATCH_SIZE = 10;

type OutboxWorker = {
  running?: Promise<void> | undefined;
  /** Whether another pass must follow, because an alert may be due that this one did not see. */
  shouldRunAgain: boolean;
  /** Set by a server that stops (server/site-server.ts): no further pass begins. */
  stopping?: boolean;
  /** Alerts that were sent, but not yet marked as sent in the database. */
  unmarked: Map<string, { id: string; channel: Channel }>;
};

// The state is global, because Next may bundle this module several times for one process.
const WORKER = Symbol.for('site.alerts');
const shared = globalThis as { [WORKER]?: OutboxWorker };
const getWorker = () => (shared[WORKER] ??= { shouldRunAgain: false, unmarked: new Map() });

/** Sends due alerts once the current request is answered. Never throws. */
export function sendAlertsAfterResponse(work: () => Promise<void> = sendDueAlerts): void {
  if (listChannels().length === 0) return;
  try {
    after(work);
  } catch {
    // The host supports no work after the response.
    log.warn({}, 'after() is unavailable, alerts stay queued');
  }
}

/** Sends all due alerts. A failed one is due again later. Never throws. */
export function sendDueAlerts(): Promise<void> {
  const worker = getWorker();
  worker.shouldRunAgain = true;
  return (worker.running ??= sendUntilNoneIsDue(worker));
}

async function sendUntilNoneIsDue(worker: OutboxWorker): Promise<void> {
  while (worker.shouldRunAgain && !worker.stopping) {
    worker.shouldRunAgain = false;
    if (await sendBatch(worker).catch(logUnexpected)) worker.shouldRunAgain = true;
  }
  worker.running = undefined;
}

/** Sends one batch. Returns true if it was full and at least one delivery succeeded. */
async function sendBatch(worker: OutboxWorker): Promise<boolean> {
  await Promise.all([...worker.unmarked.values()].map((each) => markAsSent(each, worker)));
  const { data, error, status } = await getDatabase()
    .rpc('claim_alerts', { channels: listChannels(), most: BATCH_SIZE })
    // A retry is safe: alerts in a response that got lost are due again after a minute.
    .setHeader('Idempotency-Key', randomUUID());
  if (error) {
    log.warn({ code: error.code, status }, 'due alerts could not be read');
    return false;
  }
  const deliveries = data.flatMap((alert) =>
    alert.missing.map((channel) => deliver(alert, channel, worker).catch(logUnexpected)),
  );
  const delivered = await Promise.all(deliveries);
  return data.length === BATCH_SIZE && delivered.includes(true);
}

async function deliver(
  alert: ClaimedAlert,
  channel: Channel,
  worker: OutboxWorker,
): Promise<boolean> {
  const { id, kind } = alert;
  if (worker.unmarked.has(`${id} ${channel}`)) return false;
  const delivery = await sendMessage(channel, formatAlert(alert));
  if (!delivery.ok) {
    log.warn({ kind, channel, failure: delivery.failure }, 'alert not delivered');
    // Only a visitor's mailbox gets no retry, because the operator can fix their own server.
    if (!(delivery.isFinal && channel === 'visitor')) return false;
  }
  await markAsSent({ id, channel }, worker);
  return true;
}

async function markAsSent(
  sent: { id: string; channel: Channel },
  { unmarked }: OutboxWorker,
): Promise<void> {
  const key = `${sent.id} ${sent.channel}`;
  unmarked.set(key, sent);
  const { error, status } = await getDatabase()
    .rpc('alert_sent', sent)
    .setHeader('Idempotency-Key', key);
  if (error) log.warn({ code: error.code, status }, 'alert sent, but not marked');
  else unmarked.delete(key);
}

function logUnexpected(error: unknown): false {
  log.error({ error: error instanceof Error ? error.name : typeof error }, 'alert not sent');
  return false;
}
