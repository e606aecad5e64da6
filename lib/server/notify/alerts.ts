import 'server-only';
import { after } from 'next/server';
import { send } from '@/lib/server/database/queries';
import type { Channel } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { log } from '@/lib/server/log/log';
import { isStopping, keepAwake, shareInProcess, waitUntil } from '@/lib/server/shared-state';
import { type Delivery, listChannels, sendMessage } from './alert-channels';
import { formatAlert } from './alert-messages';

/** A pass goes on without a server that has failed so often in a row. */
const MAX_FAILURES = 3;
const MIN_RETRY_SECONDS = 60;
/** The database's clock says what is due. */
const CLOCK_SLACK_MS = 100;

/** In a row. Mails to visitors leave by the server of the operator's. */
type Failures = Record<'webhook' | 'mail', number>;

const getSender = () => shareInProcess('site.alerts', createSender);
type Sender = ReturnType<typeof createSender>;
const createSender = () => ({
  running: undefined as Promise<void> | undefined,
  /** Whether an alert may be due that the running pass did not see. */
  shouldRunAgain: false,
  /** Until when the webhook's receiver wants us to wait (epoch ms). */
  webhookRestsUntil: 0,
});

/** Begins `work` once the current request is answered. Where that is impossible, logs why not. */
export function runAfterResponse(work: () => Promise<void>, consequence: string): void {
  try {
    after(work);
  } catch {
    log.warn({}, `after() is unavailable, ${consequence}`);
  }
}

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
  const sender = getSender();
  sender.shouldRunAgain = true;
  return (sender.running ??= waitUntil(sendUntilNoneIsDue(sender)));
}

async function sendUntilNoneIsDue(sender: Sender): Promise<void> {
  const failures = { webhook: 0, mail: 0 };
  while (sender.shouldRunAgain && !isStopping()) {
    sender.shouldRunAgain = false;
    try {
      if (await sendNext(sender, failures)) sender.shouldRunAgain = true;
    } catch (error) {
      log.error({ error: error instanceof Error ? error.name : typeof error }, 'alert not sent');
    }
  }
  sender.running = undefined;
}

/** Returns false if nothing was due. */
async function sendNext(sender: Sender, failures: Failures): Promise<boolean> {
  const isResting = sender.webhookRestsUntil > Date.now();
  const channels = listChannels()
    .filter((channel) => failures[findServer(channel)] < MAX_FAILURES)
    .filter((channel) => channel !== 'webhook' || !isResting);
  if (channels.length === 0) return false;
  const { data } = await send(
    getDatabase().rpc('claim_alert', { channels }),
    'due alerts could not be read',
    { isRepeatable: true },
  );
  const [alert] = data ?? [];
  if (!alert) return false;

  const message = formatAlert(alert);
  const deliveries = await Promise.all(
    alert.missing.map(async (channel) => ({ channel, ...(await sendMessage(channel, message)) })),
  );
  for (const { channel, outcome, failure, waitSeconds } of deliveries) {
    if (failure) log.warn({ kind: alert.kind, channel, failure }, 'alert not delivered');
    if (outcome === 'taken') failures[findServer(channel)] = 0;
    else if (outcome !== 'never') failures[findServer(channel)] += 1;
    if (waitSeconds) sender.webhookRestsUntil = Date.now() + waitSeconds * 1000;
  }
  const isTaken = ({ outcome }: Delivery) => outcome === 'taken';
  const taken = deliveries.filter(isTaken).map(({ channel }) => channel);
  const failed = deliveries.filter((delivery) => !isTaken(delivery));
  // What may have arrived is not repeated before the claim ends, an acknowledgement never.
  const again = failed.length > 0 && failed.every(({ outcome }) => outcome === 'refused');
  if (alert.kind === 'acknowledgement' && !again) return true;
  const seconds = failed.some(({ waitSeconds }) => waitSeconds)
    ? Math.min(...failed.map(({ waitSeconds = MIN_RETRY_SECONDS }) => waitSeconds))
    : null;
  await send(
    getDatabase().rpc('settle_alert', { id: alert.id, taken, again, seconds }),
    'alert sent, but not marked',
    { isRepeatable: true },
  );
  // Later, the timer and the next request do it.
  if (again && seconds && seconds < MIN_RETRY_SECONDS)
    sendAlertsLater(seconds * 1000 + CLOCK_SLACK_MS);
  return true;
}

const findServer = (channel: Channel) => (channel === 'webhook' ? 'webhook' : 'mail');
