import 'server-only';
import { sendAlertsAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';
import { getClientAddress } from '@/lib/server/http/client-address';
import { createKeyedHash } from '@/lib/server/http/crypto';
import { sendRetryable } from '@/lib/server/database/queries';
import type { AlertKind } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { shareInProcess } from '@/lib/server/shared-state';

const BURST_SIZE = 5;
const WINDOW_MS = 10 * 60_000;

type BurstAlert = Extract<AlertKind, 'calls-failing' | 'site-failing'>;
/** `network`: the keyed hash of the reporting browser's; absent if the server saw the failure. */
type RecentFailure = { source: string; at: number; network?: string };
type Schedule = (work: () => Promise<void>) => void;

const getRecentFailures = () =>
  shareInProcess<Partial<Record<BurstAlert, RecentFailure[]>>>('site.failures', () => ({}));

/**
 * Counts a failure that the server has seen, by a name from a closed list. Five within ten minutes
 * raise an alert.
 */
export function countFailure(
  alert: BurstAlert,
  source: string,
  schedule: Schedule = sendAlertsAfterResponse,
): void {
  count(alert, { source, at: Date.now() }, schedule);
}

/**
 * Counts a failure that a browser reports, once for each network within ten minutes, because anyone
 * can post reports. All requests without a known address count as one network. A report of what the
 * server has seen itself adds nothing.
 */
export function countReportedFailure(alert: BurstAlert, source: string, request: Request): void {
  const network = createKeyedHash('failure report', getClientAddress(request) ?? '');
  count(alert, { source, at: Date.now(), network }, sendAlertsAfterResponse);
}

function count(alert: BurstAlert, failure: RecentFailure, schedule: Schedule): void {
  const { at: now, network } = failure;
  const failures = (getRecentFailures()[alert] ?? []).filter(({ at }) => at > now - WINDOW_MS);
  const isKnown = (earlier: RecentFailure) =>
    earlier.network ? earlier.network === network : earlier.source === failure.source;
  if (network && failures.some(isKnown)) return;
  failures.push(failure);
  getRecentFailures()[alert] = failures.length < BURST_SIZE ? failures : [];
  if (failures.length < BURST_SIZE) return;
  const kinds = [...new Set(failures.map(({ source }) => source))].join(', ');
  schedule(() => writeBurstAlert(alert, kinds, new Date(now).toISOString()));
}

async function writeBurstAlert(kind: BurstAlert, kinds: string, at: string): Promise<void> {
  const dedupe = `${kind} ${at.slice(0, 'yyyy-mm-ddThh'.length)}`;
  const facts = { count: BURST_SIZE, kinds };
  await sendRetryable(
    getDatabase().rpc('write_alert', { kind, subject: null, dedupe, facts }),
    'alert not written',
  );
  await sendDueAlerts();
}
