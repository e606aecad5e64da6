import 'server-only';

type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined };

/**
 * Asks a host of functions not to freeze this process before some work is done. Elsewhere there is nobody to ask.
 * https://nextjs.org/docs/app/api-reference/functions/after#platform-support
 *
 * @param work must not throw
 */
export function waitUntil(work: Promise<unknown>): void {
  const host = Reflect.get(globalThis, Symbol.for('@next/request-context')) as
    RequestContext | undefined;
  host?.get()?.waitUntil?.(work);
}
