import 'server-only';
import { waitUntil } from '@/lib/server/after-response';
import { createKeyedHash } from '@/lib/server/crypto/derived-keys';
import { sendRetryable } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { getClientAddress } from '@/lib/server/http/request';
import { sendDueAlerts } from '@/lib/server/notify/alerts';
import { shareInProcess } from '@/lib/server/shared-state';

const BURST_SIZE = 5;
const WINDOW_MS = 10 * 60_000;

type BurstAlert = 'calls-failing' | 'site-failing';
/** `network`: the keyed hash of the reporting browser's; absent if the server saw the failure. */
type Failure = { source: string; at: number; network?: string | undefined };

const getRecentFailures = () =>
  shareInProcess('site.failures', () => new Map<BurstAlert, Failure[]>());

/**
 * Counts a failure by a name from a closed list. Five within ten minutes raise an alert, at most
 * once an hour. Never throws.
 *
 * @param report the request of a browser that reports it. It counts once for each network, because
 *   anyone can post reports, and not if the server has seen the same itself. All clients without a
 *   known address are one network.
 */
export function countFailure(alert: BurstAlert, source: string, report?: Request): void {
  const now = Date.now();
  const network = report && createKeyedHash('failure report', getClientAddress(report) ?? '');
  const earlier = getRecentFailures().get(alert) ?? [];
  const failures = earlier.filter(({ at }) => at > now - WINDOW_MS);
  const isKnown = (known: Failure) =>
    known.network ? known.network === network : known.source === source;
  if (network && failures.some(isKnown)) return;
  failures.push({ source, at: now, network });
  const isBurst = failures.length >= BURST_SIZE;
  getRecentFailures().set(alert, isBurst ? [] : failures);
  if (isBurst) waitUntil(writeAlert(alert, failures));
}

async function writeAlert(kind: BurstAlert, failures: Failure[]): Promise<void> {
  const kinds = [...new Set(failures.map(({ source }) => source))].join(', ');
  const facts = { count: BURST_SIZE, kinds };
  const dedupe = `${kind} ${new Date().toISOString().slice(0, 'yyyy-mm-ddThh'.length)}`;
  const written = getDatabase().rpc('write_alert', { kind, subject: null, dedupe, facts });
  await sendRetryable(written, 'alert not written');
  await sendDueAlerts();
}
