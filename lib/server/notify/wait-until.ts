import 'server-only';

type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined };

/**
 * `waitUntil` on serverless hosts, a no-op elsewhere.
 * https://nextjs.org/docs/app/api-reference/functions/after#platform-support
 *
 * @param work must not throw
 */
export function waitUntil(work: Promise<unknown>): void {
  const host = Reflect.get(globalThis, Symbol.for('@next/request-context')) as
    RequestContext | undefined;
  host?.get()?.waitUntil?.(work);
}
