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
const RETRY_MS = MINUTE_MS / 2;
const MAY_HAVE_ARRIVED_MS = 5 * MINUTE_MS;

const getState = () =>
  shareInProcess('site.outage', () => ({
    message: undefined as AlertMessage | undefined,
    writtenAt: -Infinity,
    /** When to tell the channels that have not taken the message. */
    dueTimes: new Map<Channel, number>(),
    lostInARow: 0,
  }));

/** Alerts the operator without the outbox, which is in the unavailable database. Never throws. */
export function alertOutage(failure: DatabaseFailure): void {
  const state = getState();
  const pauseMs = state.message ? REMINDER_MS : MIN_PAUSE_MS;
  if (Date.now() - state.writtenAt >= pauseMs) {
    const channels = listChannels().filter((channel) => channel !== 'visitor');
    if (channels.length === 0) return;
    const { seen, todo } = describeFailure(failure);
    state.message = {
      id: randomUUID(),
      kind: 'database-away',
      subject: `${seen}. Requests are not stored, and visitors are shown a mail address.`,
      text: todo,
      link: null,
    };
    state.writtenAt = Date.now();
    state.dueTimes = new Map(channels.map((channel) => [channel, 0]));
  }
  tellOutage();
}

/** Tells the channels that are due. Never throws. */
export function tellOutage(): void {
  const { message, dueTimes } = getState();
  for (const [channel, dueAt] of message ? dueTimes : [])
    if (message && dueAt <= Date.now()) waitUntil(tell(message, channel, dueTimes));
}

async function tell(message: AlertMessage, channel: Channel, dueTimes: Map<Channel, number>) {
  dueTimes.set(channel, Infinity);
  const { outcome, failure, waitSeconds = 0 } = await sendMessage(channel, message);
  if (failure) log.warn({ kind: message.kind, channel, failure }, 'alert not delivered');
  if (outcome === 'taken') return void dueTimes.delete(channel);
  const retryMs = outcome === 'maybe' ? MAY_HAVE_ARRIVED_MS : RETRY_MS;
  dueTimes.set(channel, Date.now() + Math.max(retryMs, waitSeconds * 1000));
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
