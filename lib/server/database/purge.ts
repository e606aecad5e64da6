import 'server-only';
import { getEnv } from '@/lib/server/env';
import { log } from '@/lib/server/log/log';
import { sendRetryable } from './queries';
import { getDatabase } from './supabase';

/**
 * Deletes what the privacy notice promises to delete. Several servers may run it at once. Never
 * throws.
 */
export async function purgeExpired(): Promise<void> {
  const { data } = await sendRetryable(
    getDatabase().rpc('purge_expired', { months: getEnv().RETENTION_MONTHS }),
    'expired data not deleted',
  );
  // It failed, or another server is purging.
  if (data === null) return;
  const { expiring, unannounced, failed, ...deleted } = data;
  const tables = Object.entries(failed).map(([table, code]) => `${table} (${code})`);
  if (tables.length > 0) log.error({ tables: tables.join(', ') }, 'expired data not deleted');
  if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'expired data deleted');
  if (expiring > 0) log.warn({ requests: expiring }, 'open requests will be deleted');
  if (unannounced > 0)
    log.warn(
      { requests: unannounced },
      'open requests stay past their time, because no alert about them was delivered',
    );
}
