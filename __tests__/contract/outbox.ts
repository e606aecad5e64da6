import type { AlertKind, Channel } from '@/lib/server/database/results';
import type { TestDatabaseProxy } from './database-proxy';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const ALL_CHANNELS: Channel[] = ['webhook', 'mail', 'visitor'];

export const formatTimeAgo = (ms: number) => new Date(Date.now() - ms).toISOString();

/** The outbox of alerts as the site sees it; empty before each test of this block. */
export function openOutbox(proxy: TestDatabaseProxy) {
  const { connect } = proxy;
  const outbox = {
    openAlerts: () => connect().from('alerts'),
    listWritten: async (kind?: AlertKind) => {
      const all = outbox.openAlerts().select('kind, subject, facts').order('kind');
      return (await (kind ? all.eq('kind', kind) : all).throwOnError()).data;
    },
    claim: async (channels: Channel[] = ALL_CHANNELS, most = 100) => {
      const { data } = await connect().rpc('claim_alerts', { channels, most }).throwOnError();
      return data;
    },
    writeAlert: (dedupe: string, kind: AlertKind = 'calls-failing') =>
      connect().rpc('write_alert', { kind, subject: null, facts: { count: 5 }, dedupe }),
    /** Moves the creation time of all alerts back. */
    makeOlder: (ms: number) =>
      outbox
        .openAlerts()
        .update({ created_at: formatTimeAgo(ms) })
        .neq('dedupe', ''),
    /** Makes all alerts due. */
    makeDue: () =>
      outbox
        .openAlerts()
        .update({ due_at: formatTimeAgo(1000) })
        .neq('dedupe', ''),
  };
  beforeEach(async () => void (await outbox.openAlerts().delete().neq('dedupe', '')));
  return outbox;
}
