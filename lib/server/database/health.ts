import 'server-only';
import { getDatabase } from './supabase';

const CACHE_MS = 5000;
const TIMEOUT_MS = 2000;

let lastProbe: { at: number; answer: Promise<boolean> } | undefined;

/** Whether the database answers. Probes ask it at most once in five seconds. Never throws. */
export function isReady({ maxAgeMs = CACHE_MS } = {}): Promise<boolean> {
  if (!lastProbe || Date.now() - lastProbe.at >= maxAgeMs)
    lastProbe = { at: Date.now(), answer: pingDatabase() };
  return lastProbe.answer;
}

async function pingDatabase(): Promise<boolean> {
  try {
    const { error } = await getDatabase()
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
