import 'server-only';
import type { Instrumentation } from 'next';
import { log, withRequestId } from '@/lib/server/log/log';
import { isClientRouterHeader } from '@/lib/site/routing';
import { countFailure } from './failure-burst';

/** Next sends this hash of a server error's text and stack to the browser. */
export const DIGEST_PATTERN = /^\d{1,10}$/;
const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type ErrorReport = Parameters<Instrumentation.onRequestError>;

/**
 * Logs an unexpected error without its message, which may contain what a visitor typed, and counts
 * it for an alert.
 *
 * @param isPlain false: the request is none that our pages send, and may be the only cause
 */
export function reportError(error: unknown, route: string, isPlain = true): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: '', stack: undefined };
  // The stack repeats the message, whose lines may look like places in the code.
  const at = stack
    ?.replace(message, '')
    .match(/^ +at .*/m)?.[0]
    .trim();
  const settings = name === 'SettingsError' ? message : undefined;
  const facts = { error: name, at, settings, digest: getDigest(error), route };
  if (!isPlain) return log.info(facts, 'a request that no page sends has failed');
  log.error(facts, 'request failed unexpectedly');
  countFailure('site-failing', route);
}

/** Reports an error that Next has caught, in a page or around a handler. */
export function reportRequestError(
  ...[error, { headers }, { routePath, routeType }]: ErrorReport
): void {
  const report = () =>
    reportError(error, routePath, !Object.keys(headers).some(isClientRouterHeader));
  // proxy.ts sets the header for pages only.
  const header = routeType === 'route' ? undefined : headers['x-request-id'];
  const id = typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined;
  if (id) withRequestId(id, report);
  else report();
}

function getDigest(error: unknown): string | undefined {
  const { digest } = (error ?? {}) as { digest?: unknown };
  return typeof digest === 'string' && DIGEST_PATTERN.test(digest) ? digest : undefined;
}
