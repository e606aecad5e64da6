import 'server-only';
import { randomUUID } from 'node:crypto';
import { env } from '../env';
import { log } from '../observe/log';
import { database } from './supabase';

/**
 * Deletes what the privacy notice promises not to keep any longer. Any number of servers may do it
 * at the same time. Never throws.
 */
export async function purgeExpired(): Promise<void> {
  const { data, error, status } = await database()
    .rpc('purge_expired', { months: env().RETENTION_MONTHS })
    // May be tried again: a second run deletes nothing that was to stay.
    .setHeader('Idempotency-Key', randomUUID());
  if (error) {
    log.warn({ code: error.code, status }, 'expired data not deleted');
    return;
  }
  // Another server is at it.
  if (data === null) return;
  const { expiring, ...deleted } = data;
  if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'expired data deleted');
  if (expiring > 0) log.warn({ requests: expiring }, 'open requests will be deleted');
}
