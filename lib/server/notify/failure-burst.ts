import 'server-only';
import { sendAlertsAfterResponse, sendDueAlerts } from './alerts';
import { log } from '@/lib/server/observe/log';
import { type AlertKind, getDatabase } from '@/lib/server/database/supabase';

const BURST_SIZE = 5;
const WINDOW_MS = 10 * 60_000;

type BurstAlert = Extract<AlertKind, 'calls-failing' | 'site-failing'>;
type RecentFailure = { source: string; at: number };

// The state is global, because Next may bundle this module several times for one process.
const RECENT = Symbol.for('site.failures');
const shared = globalThis as { [RECENT]?: Partial<Record<BurstAlert, RecentFailure[]>> };
const getRecentFailures = () => (shared[RECENT] ??= {});

/** Counts failures by a name from a closed list. Five within ten minutes raise an alert. */
export function countFailure(
  alert: BurstAlert,
  source: string,
  schedule: (work: () => Promise<void>) => void = sendAlertsAfterResponse,
): void {
  const now = Date.now();
  const failures = (getRecentFailures()[alert] ?? []).filter(({ at }) => at > now - WINDOW_MS);
  failures.push({ source, at: now });
  getRecentFailures()[alert] = failures.length < BURST_SIZE ? failures : [];
  if (failures.length < BURST_SIZE) return;
  const kinds = [...new Set(failures.map((failure) => failure.source))].join(', ');
  schedule(() => writeBurstAlert(alert, kinds, new Date(now).toISOString()));
}

async function writeBurstAlert(kind: BurstAlert, kinds: string, at: string): Promise<void> {
  const dedupe = `${kind} ${at.slice(0, 'yyyy-mm-ddThh'.length)}`;
  const { error, status } = await getDatabase()
    .rpc('write_alert', { kind, subject: null, dedupe, facts: { count: BURST_SIZE, kinds } })
    .setHeader('Idempotency-Key', dedupe);
  if (error) log.warn({ code: error.code, status }, 'alert not written');
  await sendDueAlerts();
}
