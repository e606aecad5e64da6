import 'server-only';
import { type AlertPass, getAlertPass } from './alert-pass';
import { type Delivery, listChannels, sendMessage } from './alert-channels';
import { formatAlert } from './alert-messages';
import { keepAwake, runAfterResponse } from '@/lib/server/after-response';
import { log } from '@/lib/server/log/log';
import { sendRetryable } from '@/lib/server/database/queries';
import type { Channel, ClaimedAlert } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { shareInProcess } from '@/lib/server/shared-state';

/** A pass goes on without a server that has failed so often in a row. */
const MAX_FAILURES = 3;
const MIN_RETRY_SECONDS = 60;
/** The database's clock says what is due. */
const CLOCK_SLACK_MS = 100;

type SentAlert = { id: string; channel: Channel };
/** By server: mails to visitors leave by that of the operator's. */
type Failures = Record<'webhook' | 'mail', number>;
type Failed = Extract<Delivery, { ok: false }>;

/** Alerts that were sent, but not yet marked as sent in the database. */
const getUnmarked = () =>
  shareInProcess('site.unmarked-alerts', () => new Map<string, SentAlert>());

/** Sends due alerts once the current request is answered. Never throws. */
export function sendAlertsAfterResponse(): void {
  if (listChannels().length > 0) runAfterResponse(sendDueAlerts, 'alerts stay queued');
}

/** Sends due alerts after a while, unless the process has ended by then. Never throws. */
export function sendAlertsLater(delayMs: number): void {
  if (listChannels().length === 0) return;
  const delay = new Promise((resolve) => void setTimeout(resolve, delayMs).unref());
  keepAwake(delay.then(sendDueAlerts));
}

/** Sends all due alerts, one after another. A failed one is due again later. Never throws. */
export function sendDueAlerts(): Promise<void> {
  const pass = getAlertPass();
  pass.shouldRunAgain = true;
  return (pass.running ??= sendUntilNoneIsDue(pass));
}

async function sendUntilNoneIsDue(pass: AlertPass): Promise<void> {
  const failures: Failures = { webhook: 0, mail: 0 };
  await Promise.all([...getUnmarked().values()].map(markAsSent));
  while (pass.shouldRunAgain && !pass.stopping) {
    pass.shouldRunAgain = false;
    const hasSent = await sendNext(pass, failures).catch(logUnexpected);
    if (hasSent) pass.shouldRunAgain = true;
  }
  pass.running = undefined;
}

/** Sends the next alert that is due. Returns false if there was none. */
async function sendNext(pass: AlertPass, failures: Failures): Promise<boolean> {
  const channels = listChannels().filter(
    (channel) =>
      failures[findServer(channel)] < MAX_FAILURES &&
      (pass.restsUntil?.[channel] ?? 0) <= Date.now(),
  );
  if (channels.length === 0) return false;
  // An alert in a response that got lost is due again later.
  const { data } = await sendRetryable(
    getDatabase().rpc('claim_alerts', { channels, most: 1 }),
    'due alerts could not be read',
  );
  const [alert] = data ?? [];
  if (!alert) return false;
  await deliver(alert, pass, failures);
  return true;
}

async function deliver(alert: ClaimedAlert, pass: AlertPass, failures: Failures): Promise<void> {
  const { id, missing } = alert;
  const deliveries = await Promise.all(
    missing.map((channel) => deliverOver(channel, alert, pass, failures)),
  );
  const failed = deliveries.filter((delivery) => delivery !== undefined);
  // What may have arrived is not repeated before the claim ends.
  if (failed.length === 0 || failed.some(({ mayHaveArrived }) => mayHaveArrived)) return;
  const isTold = failed.some(({ waitSeconds }) => waitSeconds);
  // A channel that rests is not asked.
  const seconds = Math.min(...failed.map(({ waitSeconds = MIN_RETRY_SECONDS }) => waitSeconds));
  const retried = getDatabase().rpc('retry_alert', { id, seconds: isTold ? seconds : null });
  await sendRetryable(retried, 'alert not delivered, due again later');
  // Later, the timer and the next request do it.
  if (isTold && seconds <= MIN_RETRY_SECONDS) sendAlertsLater(seconds * 1000 + CLOCK_SLACK_MS);
}

/** Returns how it failed if it has to be sent again. */
async function deliverOver(
  channel: Channel,
  alert: ClaimedAlert,
  pass: AlertPass,
  failures: Failures,
): Promise<Failed | undefined> {
  const { id, kind } = alert;
  const message = formatAlert(alert);
  const isOnce = channel === 'visitor';
  if (getUnmarked().has(`${id} ${channel}`)) return undefined;
  // If this process ends meanwhile, the visitor rather gets no mail than two.
  if (isOnce && (await mark({ id, channel })).error) return undefined;
  const delivery = await sendMessage(channel, message);
  const failure = delivery.ok ? delivery.refused : delivery.failure;
  if (failure) log.warn({ kind, channel, failure }, 'alert not delivered');
  if (delivery.ok) {
    failures[findServer(channel)] = 0;
    if (!isOnce) await markAsSent({ id, channel });
    return undefined;
  }
  const { isFinal, mayHaveArrived, waitSeconds } = delivery;
  // Only a visitor's mailbox gets no retry, because the operator can fix their own server.
  if (isOnce && isFinal) return undefined;
  failures[findServer(channel)] += 1;
  if (waitSeconds) (pass.restsUntil ??= {})[channel] = Date.now() + waitSeconds * 1000;
  return isOnce && mayHaveArrived ? undefined : delivery;
}

const findServer = (channel: Channel) => (channel === 'webhook' ? 'webhook' : 'mail');

const mark = (sent: SentAlert) =>
  sendRetryable(getDatabase().rpc('alert_sent', sent), 'alert sent, but not marked');

async function markAsSent(sent: SentAlert): Promise<void> {
  const key = `${sent.id} ${sent.channel}`;
  getUnmarked().set(key, sent);
  if (!(await mark(sent)).error) getUnmarked().delete(key);
}

function logUnexpected(error: unknown): false {
  log.error({ error: error instanceof Error ? error.name : typeof error }, 'alert not sent');
  return false;
}
