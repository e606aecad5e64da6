import 'server-only';
import { randomUUID } from 'node:crypto';
import { listChannels, sendMessage } from './alert-channels';
import type { AlertMessage } from './alert-messages';
import { type DatabaseFailure, describeFailure } from '@/lib/server/database/database-fault';
import type { Channel } from '@/lib/server/database/results';
import { isReady } from '@/lib/server/database/health';
import { log } from '@/lib/server/log/log';
import { waitUntil } from '@/lib/server/after-response';
import { shareInProcess } from '@/lib/server/shared-state';

const MINUTE_MS = 60_000;
const MIN_PAUSE_MS = 30 * MINUTE_MS;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 5 * MINUTE_MS;
/** An outage that was last noticed so long ago may be over without anything having been stored. */
const FORGOTTEN_AFTER_MS = 6 * 60 * MINUTE_MS;
const LOST_IN_A_ROW = 3;

type OutageState = {
  /** The message about the outage, until a circuit closes or a request is stored. */
  outage?: AlertMessage | undefined;
  alertedAt: number;
  noticedAt: number;
  lostInARow: number;
};

/** Shared by all copies of this module, each of which has its own circuit. */
const getOutageState = () =>
  shareInProcess<OutageState>('site.outage-alert', () => ({
    alertedAt: -Infinity,
    noticedAt: -Infinity,
    lostInARow: 0,
  }));

/** Alerts the operator without the outbox, which is in the unavailable database. Never throws. */
export function alertOutage(failure: DatabaseFailure = { status: 0 }): void {
  const state = getOutageState();
  if (Date.now() - state.noticedAt > FORGOTTEN_AFTER_MS) state.outage = undefined;
  state.noticedAt = Date.now();
  const channels = listChannels().filter((channel) => channel !== 'visitor');
  if (state.outage || channels.length === 0) return;
  const { seen, todo } = describeFailure(failure);
  const message = {
    id: randomUUID(),
    kind: 'database-away',
    subject: `${seen}. Requests are not stored, and visitors are shown a mail address.`,
    text: todo,
    link: null,
  };
  state.outage = message;
  const pauseMs = state.alertedAt + MIN_PAUSE_MS - Date.now();
  for (const channel of channels) {
    if (pauseMs > 0) scheduleAlert(pauseMs, message, channel);
    else waitUntil(sendAlert(message, channel));
  }
}

/**
 * Counts a request that was not stored, for a reason that is not the visitor's. The third in a row
 * is an outage, and the first if the database cannot be read either. Never throws.
 */
export function countLostRequest(failure: DatabaseFailure): void {
  const state = getOutageState();
  state.lostInARow += 1;
  if (state.outage || state.lostInARow >= LOST_IN_A_ROW) alertOutage(failure);
  else waitUntil(alertUnlessReady(failure));
}

async function alertUnlessReady(failure: DatabaseFailure): Promise<void> {
  const ready = await isReady({ maxAgeMs: 0 });
  // Another request may have been stored meanwhile.
  if (!ready && getOutageState().lostInARow > 0) alertOutage(failure);
}

/** Ends the outage, and drops an alert that is not delivered yet. */
export function endOutage(): void {
  getOutageState().outage = undefined;
  getOutageState().lostInARow = 0;
}

async function sendAlert(
  message: AlertMessage,
  channel: Channel,
  retryMs = FIRST_RETRY_MS,
): Promise<void> {
  const state = getOutageState();
  if (state.outage !== message) return;
  const delivery = await sendMessage(channel, message);
  const failure = delivery.ok ? delivery.refused : delivery.failure;
  if (failure) log.warn({ kind: message.kind, channel, failure }, 'alert not delivered');
  if (delivery.ok) {
    state.alertedAt = Date.now();
    return;
  }
  const { mayHaveArrived, waitSeconds = 0 } = delivery;
  const ms = Math.max(mayHaveArrived ? MAX_RETRY_MS : retryMs, waitSeconds * 1000);
  scheduleAlert(ms, message, channel, Math.min(2 * retryMs, MAX_RETRY_MS));
}

const scheduleAlert = (ms: number, ...alert: Parameters<typeof sendAlert>) =>
  void setTimeout(() => void sendAlert(...alert), ms).unref();
