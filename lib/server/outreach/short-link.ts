import 'server-only';
import { send } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import type { LinkedProspect } from '@/lib/server/http/page-headers';
import { limitAddress } from '@/lib/server/http/rate-limit';
import { getClientAddress } from '@/lib/server/http/request';

const RETRY_SECONDS = 30;
const TIMEOUT_MS = 2000;

type OpenedLink =
  | { ok: true; prospect: LinkedProspect | null }
  | { ok: false; status: 429 | 503; retryAfter: number };

/** Finds whose short link it is: null if nobody has it. Never throws. */
export async function openShortLink(code: string, request: Request): Promise<OpenedLink> {
  // For each address: a limit for all would lock out prospects.
  const retryAfter = getClientAddress(request) ? await limitAddress('link', request) : 0;
  if (retryAfter) return { ok: false, status: 429, retryAfter };
  if (code === '') return { ok: true, prospect: null };
  const query = getDatabase()
    .from('decisionMakers')
    .select('code, contact_name, language, vapi_assistant_id')
    .eq('code', code)
    .limit(1);
  const { data, error } = await send(query, 'short link not looked up', { timeoutMs: TIMEOUT_MS });
  if (error) return { ok: false, status: 503, retryAfter: RETRY_SECONDS };
  return { ok: true, prospect: data[0] ?? null };
}
