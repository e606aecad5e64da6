import 'server-only';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS, type ContactField } from '@/lib/contact/fields';
import { readAllRows, createDatabaseError } from '@/lib/server/database/queries';
import type { Tables } from '@/lib/server/database/schema.generated';
import type { Db } from '@/lib/server/database/supabase';

type StoredRequest = Tables['strategy_sessions'];
type OpenRequest = Pick<StoredRequest, 'id' | 'created_at' | 'suspected_spam' | 'source'> &
  Partial<Pick<StoredRequest, ContactField>>;

/** The fields that the list shows. */
export const LISTED_FIELDS = CONTACT_FIELD_NAMES.flatMap((name) => {
  const { listedAs } = CONTACT_FIELDS[name];
  return listedAs ? [{ name, head: listedAs }] : [];
});

/** Lists the unanswered requests, oldest first. Throws if the database fails. */
export function listOpenRequests(db: Db) {
  const fields = LISTED_FIELDS.map(({ name }) => name).join(', ');
  const columns = `id, ${fields}, created_at, suspected_spam, source`;
  return readAllRows((from, to) =>
    db
      .from('strategy_sessions')
      .select<string, OpenRequest>(columns)
      .is('handled_at', null)
      .order('created_at')
      .order('id')
      .range(from, to),
  );
}

/**
 * Marks a request as answered. Returns `handled` if it was already, `unknown` if there is none.
 * Throws if the database fails.
 */
export async function markHandled(id: string, db: Db): Promise<'marked' | 'handled' | 'unknown'> {
  const marked = await db
    .from('strategy_sessions')
    .update({ handled_at: new Date().toISOString() })
    .eq('id', id)
    .is('handled_at', null)
    .select('id');
  if (marked.error) throw createDatabaseError(marked);
  if (marked.data.length > 0) return 'marked';
  const found = await db.from('strategy_sessions').select('id').eq('id', id);
  if (found.error) throw createDatabaseError(found);
  return found.data.length > 0 ? 'handled' : 'unknown';
}
