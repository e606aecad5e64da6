import 'server-only';

type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined };

// https://nextjs.org/docs/app/api-reference/functions/after#platform-support
/** Keeps a serverless host from freezing this process until `work` is done. */
export function waitUntil(work: Promise<unknown>): void {
  const hostContext = Reflect.get(globalThis, Symbol.for('@next/request-context')) as
    RequestContext | undefined;
  hostContext?.get()?.waitUntil?.(work);
}
