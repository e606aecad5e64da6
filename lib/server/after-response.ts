import 'server-only';
import { after } from 'next/server';
import { log } from '@/lib/server/log/log';

/** Begins `work` once the current request is answered. Where that is impossible, logs why not. */
export function runAfterResponse(work: () => Promise<void>, consequence: string): void {
  try {
    after(work);
  } catch {
    log.warn({}, `after() is unavailable, ${consequence}`);
  }
}
