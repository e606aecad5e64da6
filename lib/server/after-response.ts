import 'server-only';
import { after } from 'next/server';
import { log } from '@/lib/server/log/log';
import { trackWork } from './shared-state';

type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined };

// https://nextjs.org/docs/app/api-reference/functions/after#platform-support
/** Lets `work`, which has begun, be done before the process is stopped or frozen. */
export function waitUntil(work: Promise<unknown>): void {
  void trackWork(work);
  keepAwake(work);
}

/** Keeps a serverless host from freezing this process until `work` is done. */
export function keepAwake(work: Promise<unknown>): void {
  const hostContext = Reflect.get(globalThis, Symbol.for('@next/request-context')) as
    RequestContext | undefined;
  hostContext?.get()?.waitUntil?.(work);
}

/** Begins `work` once the current request is answered. Where that is impossible, logs why not. */
export function runAfterResponse(work: () => Promise<void>, consequence: string): void {
  try {
    after(work);
  } catch {
    log.warn({}, `after() is unavailable, ${consequence}`);
  }
}
