import 'server-only';
import { type AlertPass, getAlertPass } from './alert-pass';
import { listChannels, sendMessage } from './alert-channels';
import { formatAlert } from './alert-messages';
import { keepAwake, runAfterResponse } from '@/lib/server/after-response';
import { log } from '@/lib/server/log/log';
import { sendRetryable } from '@/lib/server/database/queries';
import type { Channel, ClaimedAlert } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { shareInProcess } from '@/lib/server/shared-state';

const BATCH_SIZE = 10;

type SentAlert = { id: string; channel: Channel };

/** Alerts that were sent, but not yet marked as sent in the database. */
const getUnmarked = () =>
  shareInProcess('site.unmarked-alerts', () => new Map<string, SentAlert>());

/** Sends due alerts once the current request is answered. Never throws. */
export function sendAlertsAfterResponse(work: () => Promise<void> = sendDueAlerts): void {
  if (listChannels().length > 0) runAfterResponse(work, 'alerts stay queued');
}

/** Sends due alerts after a while, unless the process has ended by then. Never throws. */
export function sendAlertsLater(delayMs: number): void {
  if (listChannels().length === 0) return;
  const delay = new Promise((resolve) => void setTimeout(resolve, delayMs).unref());
  keepAwake(delay.then(sendDueAlerts));
}

/** Sends all due alerts. A failed one is due again later. Never throws. */
export function sendDueAlerts(): Promise<void> {
  const pass = getAlertPass();
  pass.shouldRunAgain = true;
  return (pass.running ??= sendUntilNoneIsDue(pass));
}

async function sendUntilNoneIsDue(pass: AlertPass): Promise<void> {
  while (pass.shouldRunAgain && !pass.stopping) {
    pass.shouldRunAgain = false;
    if (await sendBatch().catch(logUnexpected)) pass.shouldRunAgain = true;
  }
  pass.running = undefined;
}

/** Sends one batch. Returns true if it was full and at least one delivery succeeded. */
async function sendBatch(): Promise<boolean> {
  await Promise.all([...getUnmarked().values()].map(markAsSent));
  // Alerts in a response that got lost are due again after a minute.
  const { data } = await sendRetryable(
    getDatabase().rpc('claim_alerts', { channels: listChannels(), most: BATCH_SIZE }),
    'due alerts could not be read',
  );
  if (!data) return false;
  const deliveries = data.flatMap((alert) =>
    alert.missing.map((channel) => deliver(alert, channel).catch(logUnexpected)),
  );
  const delivered = await Promise.all(deliveries);
  return data.length === BATCH_SIZE && delivered.includes(true);
}

async function deliver(alert: ClaimedAlert, channel: Channel): Promise<boolean> {
  const { id, kind } = alert;
  if (getUnmarked().has(`${id} ${channel}`)) return false;
  const delivery = await sendMessage(channel, formatAlert(alert));
  if (!delivery.ok) {
    log.warn({ kind, channel, failure: delivery.failure }, 'alert not delivered');
    // Only a visitor's mailbox gets no retry, because the operator can fix their own server.
    if (!(delivery.isFinal && channel === 'visitor')) return false;
  }
  await markAsSent({ id, channel });
  return true;
}

async function markAsSent(sent: SentAlert): Promise<void> {
  const key = `${sent.id} ${sent.channel}`;
  getUnmarked().set(key, sent);
  const marked = getDatabase().rpc('alert_sent', sent);
  const { error } = await sendRetryable(marked, 'alert sent, but not marked');
  if (!error) getUnmarked().delete(key);
}

function logUnexpected(error: unknown): false {
  log.error({ error: error instanceof Error ? error.name : typeof error }, 'alert not sent');
  return false;
}
