import type { AlertKind, Channel, ClaimedAlert } from '@/lib/server/database/results';
import type { TestDatabaseProxy } from './database-proxy';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const ALL_CHANNELS: Channel[] = ['webhook', 'mail', 'visitor'];

export const formatTimeAgo = (ms: number) => new Date(Date.now() - ms).toISOString();

/** The outbox of alerts as the site sees it. */
export function openOutbox({ connect }: TestDatabaseProxy) {
  const openAlerts = () => connect().from('alerts');
  const updateAll = (values: { created_at?: string; due_at?: string; sent?: Channel[] }) =>
    openAlerts().update(values).neq('dedupe', '');
  return {
    openAlerts,
    updateAll,
    listWritten: async (kind?: AlertKind) => {
      const all = openAlerts().select('kind, subject, facts').order('kind').order('subject');
      return (await (kind ? all.eq('kind', kind) : all).throwOnError()).data;
    },
    claim: async (channels: Channel[] = ALL_CHANNELS, most = 100) => {
      const claimed: ClaimedAlert[] = [];
      for (;;) {
        const { data } = await connect().rpc('claim_alert', { channels }).throwOnError();
        claimed.push(...data);
        if (data.length === 0 || claimed.length === most) return claimed;
      }
    },
    writeAlert: (dedupe: string, kind: AlertKind = 'calls-failing') =>
      connect().rpc('write_alert', { kind, subject: null, facts: { count: 5 }, dedupe }),
    /** Moves the creation time of all alerts back. */
    makeOlder: (ms: number) => updateAll({ created_at: formatTimeAgo(ms) }),
    makeDue: () => updateAll({ due_at: formatTimeAgo(1000) }),
  };
}
