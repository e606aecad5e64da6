import 'server-only';
import { database } from '@/lib/server/database/supabase';

const CACHED_MS = 5000;
const TIMEOUT_MS = 2000;

let last: { at: number; answer: Promise<boolean> } | undefined;

/** Whether the database answers. Probes ask it at most once in five seconds. Never throws. */
export function isReady(): Promise<boolean> {
  if (!last || Date.now() - last.at >= CACHED_MS) last = { at: Date.now(), answer: ask() };
  return last.answer;
}

async function ask(): Promise<boolean> {
  try {
    const { error } = await database()
      .from('strategy_sessions')
      .select('id')
      .limit(1)
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
    return !error;
  } catch {
    // The settings are wrong.
    return false;
  }
}
