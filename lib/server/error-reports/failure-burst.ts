import 'server-only';
import { sendAlertsAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';
import { getClientAddress } from '@/lib/server/http/client-address';
import { createKeyedHash } from '@/lib/server/crypto/derived-keys';
import { sendRetryable } from '@/lib/server/database/queries';
import type { AlertKind } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { shareInProcess } from '@/lib/server/shared-state';

const BURST_SIZE = 5;
const WINDOW_MS = 10 * 60_000;

/** How often an alert may come: its key has this much of the time. */
const PERIODS = {
  'calls-failing': 'yyyy-mm-ddThh',
  'site-failing': 'yyyy-mm-ddThh',
  'content-blocked': 'yyyy-mm-dd',
} satisfies Partial<Record<AlertKind, string>>;

type BurstAlert = keyof typeof PERIODS;
/** `network`: the keyed hash of the reporting browser's; absent if the server saw the failure. */
type RecentFailure = { source: string; at: number; network?: string };
type Schedule = (work: () => Promise<void>) => void;

const getRecentFailures = () =>
  shareInProcess('site.failures', () => new Map<string, RecentFailure[]>());

/**
 * Counts a failure that the server has seen, by a name from a closed list. Five within ten minutes
 * raise an alert.
 */
export function countFailure(
  alert: BurstAlert,
  source: string,
  schedule: Schedule = sendAlertsAfterResponse,
): void {
  count(alert, alert, { source, at: Date.now() }, schedule);
}

/**
 * Counts a failure that a browser reports, once for each network within ten minutes, because anyone
 * can post reports. All requests without a known address count as one network. A report of what the
 * server has seen itself adds nothing.
 *
 * @param topic what is counted, and alerts, apart from the rest; a name from a closed list
 */
export function countReportedFailure(
  alert: BurstAlert,
  source: string,
  request: Request,
  topic: string = alert,
): void {
  const network = createKeyedHash('failure report', getClientAddress(request) ?? '');
  count(alert, topic, { source, at: Date.now(), network }, sendAlertsAfterResponse);
}

function count(alert: BurstAlert, topic: string, failure: RecentFailure, schedule: Schedule): void {
  const { at: now, network } = failure;
  const earlier = getRecentFailures().get(topic) ?? [];
  const failures = earlier.filter(({ at }) => at > now - WINDOW_MS);
  const isKnown = (counted: RecentFailure) =>
    counted.network ? counted.network === network : counted.source === failure.source;
  if (network && failures.some(isKnown)) return;
  failures.push(failure);
  getRecentFailures().set(topic, failures.length < BURST_SIZE ? failures : []);
  if (failures.length < BURST_SIZE) return;
  const kinds = [...new Set(failures.map(({ source }) => source))].join(', ');
  const period = new Date(now).toISOString().slice(0, PERIODS[alert].length);
  schedule(() => writeBurstAlert(alert, kinds, `${topic} ${period}`));
}

async function writeBurstAlert(kind: BurstAlert, kinds: string, dedupe: string): Promise<void> {
  const facts = { count: BURST_SIZE, kinds };
  await sendRetryable(
    getDatabase().rpc('write_alert', { kind, subject: null, dedupe, facts }),
    'alert not written',
  );
  await sendDueAlerts();
}
