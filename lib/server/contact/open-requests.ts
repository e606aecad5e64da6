import 'server-only';
import { allRows } from '../database/all-rows';
import { refusal } from '../database/database-refusal';
import type { database } from '../database/supabase';

type Db = ReturnType<typeof database>;

/** Every request that was not answered yet, the oldest first. Throws when the database fails. */
export function listOpenRequests(db: Db) {
  return allRows((from, to) =>
    db
      .from('strategy_sessions')
      .select('id, service_type, email, created_at, suspected_spam')
      .is('handled_at', null)
      .order('created_at')
      .order('id')
      .range(from, to),
  );
}

/**
 * Notes that a request was answered.
 *
 * @param id a UUID
 * @returns `handled` when it was before, `unknown` when there is none
 * @throws when the database fails
 */
export async function markHandled(id: string, db: Db): Promise<'marked' | 'handled' | 'unknown'> {
  const marked = await db
    .from('strategy_sessions')
    .update({ handled_at: new Date().toISOString() })
    .eq('id', id)
    .is('handled_at', null)
    .select('id');
  if (marked.error) throw refusal(marked);
  if (marked.data.length > 0) return 'marked';
  const found = await db.from('strategy_sessions').select('id').eq('id', id);
  if (found.error) throw refusal(found);
  return found.data.length > 0 ? 'handled' : 'unknown';
}
