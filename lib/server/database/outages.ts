import 'server-only';
import { randomUUID } from 'node:crypto';
import { log } from '@/lib/server/log/log';
import { listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { shareInProcess, waitUntil } from '@/lib/server/shared-state';
import { type DatabaseFailure, describeFailure, isLasting } from './database-fault';
import type { Channel } from './results';

const MINUTE_MS = 60_000;
const MIN_PAUSE_MS = 30 * MINUTE_MS;
/** Then an outage is told again: it may be another one, without anything stored between them. */
const REMINDER_MS = 6 * 60 * MINUTE_MS;
const LOST_IN_A_ROW = 3;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 5 * MINUTE_MS;

const getState = () =>
  shareInProcess('site.outage', () => ({
    message: undefined as AlertMessage | undefined,
    writtenAt: -Infinity,
    lostInARow: 0,
  }));

/** Alerts the operator without the outbox, which is in the unavailable database. Never throws. */
export function alertOutage(failure: DatabaseFailure): void {
  const state = getState();
  const channels = listChannels().filter((channel) => channel !== 'visitor');
  const pauseMs = state.message ? REMINDER_MS : MIN_PAUSE_MS;
  if (channels.length === 0 || Date.now() - state.writtenAt < pauseMs) return;
  const { seen, todo } = describeFailure(failure);
  const message = {
    id: randomUUID(),
    kind: 'database-away',
    subject: `${seen}. Requests are not stored, and visitors are shown a mail address.`,
    text: todo,
    link: null,
  };
  Object.assign(state, { message, writtenAt: Date.now() });
  for (const channel of channels) waitUntil(sendAlert(message, channel));
}

async function sendAlert(
  message: AlertMessage,
  channel: Channel,
  retryMs = FIRST_RETRY_MS,
): Promise<void> {
  // The outage is over.
  if (getState().message !== message) return;
  const { ok, failure, mayHaveArrived, waitSeconds = 0 } = await sendMessage(channel, message);
  if (failure) log.warn({ kind: message.kind, channel, failure }, 'alert not delivered');
  if (ok) return;
  const ms = Math.max(mayHaveArrived ? MAX_RETRY_MS : retryMs, waitSeconds * 1000);
  const nextMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  setTimeout(() => void sendAlert(message, channel, nextMs), ms).unref();
}

/** The third in a row is an outage, and the first if the next must fail too. Never throws. */
export function countLostRequest(failure: DatabaseFailure): void {
  const state = getState();
  state.lostInARow += 1;
  if (state.lostInARow >= LOST_IN_A_ROW || isLasting(failure)) alertOutage(failure);
}

export function endOutage(): void {
  Object.assign(getState(), { message: undefined, lostInARow: 0 });
}
