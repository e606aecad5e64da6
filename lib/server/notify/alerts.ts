import 'server-only';
import { randomUUID } from 'node:crypto';
import { after } from 'next/server';
import { channels, send } from './alert-channels';
import type { Channel } from '../database/supabase';
import { messageOf } from './alert-words';
import { log } from '../observe/log';
import { type ClaimedAlert, database } from '../database/supabase';

const BATCH_SIZE = 10;

type Sending = {
  /** The pass under way; there is never more than one. */
  running?: Promise<void> | undefined;
  /** Whether something was written since the pass asked for what is due. */
  again: boolean;
  /** Set by a server that stops (server/site-server.mjs): what is under way is ended, and no more begun. */
  stopping?: boolean;
  /** What was sent, but could not be marked: alert and channel. */
  unmarked: Map<string, { id: string; channel: Channel }>;
};

// Next may bundle this module several times for one process.
const SENDING = Symbol.for('site.alerts');
const ofProcess = globalThis as { [SENDING]?: Sending };
const sending = () => (ofProcess[SENDING] ??= { again: false, unmarked: new Map() });

/** Sends what is due once the request that is being answered has its answer. Never throws. */
export function alertSoon(work: () => Promise<void> = sendDueAlerts): void {
  if (channels().length === 0) return;
  try {
    after(work);
  } catch {
    // The host cannot wait for work after an answer.
    log.warn({}, 'alerts wait for the next time that they are looked for');
  }
}

/**
 * Sends every alert that is due over every channel that is set up and has not had it. What fails is due again later; what
 * was sent is not sent again, unless this process ends before it is marked. Never throws.
 */
export function sendDueAlerts(): Promise<void> {
  const state = sending();
  state.again = true;
  return (state.running ??= sendUntilNoneIsDue(state));
}

async function sendUntilNoneIsDue(state: Sending): Promise<void> {
  while (state.again && !state.stopping) {
    state.again = false;
    if (await sendSome(state).catch(surprise)) state.again = true;
  }
  state.running = undefined;
}

/** True if a full batch was claimed and at least one delivery succeeded. */
async function sendSome(state: Sending): Promise<boolean> {
  await Promise.all([...state.unmarked.values()].map((each) => mark(each, state)));
  const { data, error, status } = await database()
    .rpc('claim_alerts', { channels: channels(), most: BATCH_SIZE })
    // May be tried again: what an answer that got lost gave out is due again after a minute.
    .setHeader('Idempotency-Key', randomUUID());
  if (error) {
    log.warn({ code: error.code, status }, 'alerts not looked up');
    return false;
  }
  const deliveries = data.flatMap((alert) =>
    alert.missing.map((channel) => deliver(alert, channel, state).catch(surprise)),
  );
  const delivered = await Promise.all(deliveries);
  return data.length === BATCH_SIZE && delivered.includes(true);
}

async function deliver(alert: ClaimedAlert, channel: Channel, state: Sending): Promise<boolean> {
  const { id, kind } = alert;
  if (state.unmarked.has(`${id} ${channel}`)) return false;
  const delivery = await send(channel, messageOf(alert));
  if (!delivery.ok) {
    log.warn({ kind, channel, failure: delivery.failure }, 'alert not delivered');
    // A mailbox that does not exist never will; what the owner's own server refuses may be put right.
    if (!(delivery.final && channel === 'visitor')) return false;
  }
  await mark({ id, channel }, state);
  return true;
}

async function mark(sent: { id: string; channel: Channel }, { unmarked }: Sending): Promise<void> {
  const key = `${sent.id} ${sent.channel}`;
  unmarked.set(key, sent);
  const { error, status } = await database()
    .rpc('alert_sent', sent)
    .setHeader('Idempotency-Key', key);
  if (error) log.warn({ code: error.code, status }, 'alert sent, but not marked');
  else unmarked.delete(key);
}

function surprise(error: unknown): false {
  log.error({ error: error instanceof Error ? error.name : typeof error }, 'alert not sent');
  return false;
}
