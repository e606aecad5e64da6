import 'server-only';
import { randomUUID } from 'node:crypto';
import { type AlertMessage, listChannels, sendMessage } from './alert-channels';
import type { Channel } from '@/lib/server/database/supabase';
import { log } from '@/lib/server/observe/log';
import { waitUntil } from '@/lib/server/wait-until';

const MINUTE_MS = 60_000;
const MIN_PAUSE_MS = 30 * MINUTE_MS;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 5 * MINUTE_MS;

/** Lasts from the first circuit that opens to the first that closes. */
type Outage = { message: AlertMessage; missing: Channel[]; retryMs: number };

// Next may bundle this module several times for one process, each with its own circuit.
const OUTAGE = Symbol.for('site.outage-alert');
const shared = globalThis as { [OUTAGE]?: { outage?: Outage | undefined; alertedAt: number } };
const getOutageState = () => (shared[OUTAGE] ??= { alertedAt: -Infinity });

/** Alerts the operator without the outbox, which is in the unavailable database. Never throws. */
export function alertOutage(): void {
  const missing = listChannels().filter((channel) => channel !== 'visitor');
  if (getOutageState().outage || missing.length === 0) return;
  const message = {
    id: randomUUID(),
    kind: 'database-away',
    subject: 'The site cannot reach its database. Requests are refused until it is back.',
    link: null,
  };
  const outage = { message, missing, retryMs: FIRST_RETRY_MS };
  getOutageState().outage = outage;
  const pauseMs = getOutageState().alertedAt + MIN_PAUSE_MS - Date.now();
  if (pauseMs > 0) scheduleAlert(outage, pauseMs);
  else waitUntil(sendAlert(outage));
}

/** Ends the outage, and drops an alert that is not delivered yet. */
export function endOutage(): void {
  getOutageState().outage = undefined;
}

async function sendAlert(outage: Outage): Promise<void> {
  if (getOutageState().outage !== outage) return;
  const { message, missing } = outage;
  const deliveries = await Promise.all(missing.map((channel) => sendMessage(channel, message)));
  outage.missing = missing.filter((channel, index) => {
    const delivery = deliveries[index];
    if (delivery?.ok) return false;
    log.warn({ kind: message.kind, channel, failure: delivery?.failure }, 'alert not delivered');
    return true;
  });
  if (outage.missing.length < missing.length) getOutageState().alertedAt = Date.now();
  if (outage.missing.length === 0) return;
  scheduleAlert(outage, outage.retryMs);
  outage.retryMs = Math.min(2 * outage.retryMs, MAX_RETRY_MS);
}

const scheduleAlert = (outage: Outage, ms: number) =>
  void setTimeout(() => void sendAlert(outage), ms).unref();
