import 'server-only';
import { randomUUID } from 'node:crypto';
import { type AlertMessage, type Channel, channels, send } from './alert-channels';
import { log } from './log';
import { waitUntil } from './wait-until';

const MINUTE_MS = 60_000;
/** Between two alerts, however often the database goes away. */
const PAUSE_MS = 30 * MINUTE_MS;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;

/** From the first circuit that opens to the first that closes. */
type Outage = { message: AlertMessage; missing: Channel[]; retryMs: number };

// Next may bundle this module several times for one process, each with a circuit of its own.
const AWAY = Symbol.for('site.database-away');
const ofProcess = globalThis as { [AWAY]?: { outage?: Outage | undefined; toldAt: number } };
const state = () => (ofProcess[AWAY] ??= { toldAt: -Infinity });

/**
 * Tells whoever runs the site that the database is away, straight from memory: once in an outage, and at most every half
 * an hour. Tries again while the outage lasts. Never throws, and keeps nobody waiting.
 */
export function databaseAway(): void {
  const missing = channels().filter((channel) => channel !== 'visitor');
  if (state().outage || missing.length === 0) return;
  const message = {
    id: randomUUID(),
    kind: 'database-away',
    subject: 'The site cannot reach its database. Requests are refused until it is back.',
    link: null,
  };
  const outage = { message, missing, retryMs: FIRST_RETRY_MS };
  state().outage = outage;
  const pause = state().toldAt + PAUSE_MS - Date.now();
  if (pause > 0) later(outage, pause);
  else waitUntil(tell(outage));
}

/** Ends the outage: what was not told by now is not told any more. */
export function databaseBack(): void {
  state().outage = undefined;
}

async function tell(outage: Outage): Promise<void> {
  if (state().outage !== outage) return;
  const { message, missing } = outage;
  const deliveries = await Promise.all(missing.map((channel) => send(channel, message)));
  outage.missing = missing.filter((channel, index) => {
    const delivery = deliveries[index];
    if (delivery?.ok) return false;
    log.warn({ kind: message.kind, channel, failure: delivery?.failure }, 'alert not delivered');
    return true;
  });
  if (outage.missing.length < missing.length) state().toldAt = Date.now();
  if (outage.missing.length === 0) return;
  later(outage, outage.retryMs);
  outage.retryMs = Math.min(2 * outage.retryMs, LONGEST_RETRY_MS);
}

const later = (outage: Outage, ms: number) => void setTimeout(() => void tell(outage), ms).unref();
