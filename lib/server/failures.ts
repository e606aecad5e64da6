import 'server-only';
import type { Instrumentation } from 'next';
import { createKeyedHash } from './crypto';
import { send } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { getClientAddress } from '@/lib/server/http/request';
import { log, withRequestId } from '@/lib/server/log/log';
import { sendDueAlerts } from '@/lib/server/notify/alerts';
import { shareInProcess, waitUntil } from './shared-state';
import { isClientRouterHeader } from '@/lib/site/routing';

const BURST_SIZE = 5;
const WINDOW_MS = 10 * 60_000;
/** Next sends this hash of a server error's text and stack to the browser. */
export const DIGEST_PATTERN = /^\d{1,10}$/;

type BurstAlert = 'calls-failing' | 'site-failing';
/** `network`: the keyed hash of the reporting browser's; absent if the server saw it. */
type Failure = { source: string; at: number; network?: string | undefined };

/**
 * Five within ten minutes raise an alert, at most once in an hour of the clock. Never throws. A
 * browser's `report` counts once for each network, as anyone can post it, and not if the server
 * saw the same.
 */
export function countFailure(alert: BurstAlert, source: string, report?: Request): void {
  const recent = shareInProcess('site.failures', () => new Map<BurstAlert, Failure[]>());
  const at = Date.now();
  const network = report && createKeyedHash('failure report', getClientAddress(report) ?? '');
  const failures = (recent.get(alert) ?? []).filter((failure) => failure.at > at - WINDOW_MS);
  const isKnown = (known: Failure) =>
    known.network ? known.network === network : known.source === source;
  if (!network || !failures.some(isKnown)) failures.push({ source, at, network });
  const isBurst = failures.length >= BURST_SIZE;
  recent.set(alert, isBurst ? [] : failures);
  if (isBurst) waitUntil(writeAlert(alert, failures));
}

async function writeAlert(kind: BurstAlert, failures: Failure[]): Promise<void> {
  const kinds = [...new Set(failures.map(({ source }) => source))].join(', ');
  const facts = { count: BURST_SIZE, kinds };
  const dedupe = `${kind} ${new Date().toISOString().slice(0, 'yyyy-mm-ddThh'.length)}`;
  const written = getDatabase().rpc('write_alert', { kind, subject: null, dedupe, facts });
  await send(written, 'alert not written', { isRepeatable: true });
  await sendDueAlerts();
}

/** Logs no message, which may hold what was typed. `isPlain`: our pages send such a request. */
export function reportError(error: unknown, route: string, isPlain = true): void {
  const { name, message, stack, digest } = (
    error instanceof Error ? error : { name: typeof error, message: '' }
  ) as Error & { digest?: unknown };
  const facts = {
    error: name,
    // The stack repeats the message, whose lines may look like places in the code.
    at: /^ +(at .*)/m.exec(stack?.replace(message, '') ?? '')?.[1],
    settings: name === 'SettingsError' ? message : undefined,
    digest: typeof digest === 'string' && DIGEST_PATTERN.test(digest) ? digest : undefined,
    route,
  };
  if (!isPlain) return log.info(facts, 'a request that no page sends has failed');
  log.error(facts, 'request failed unexpectedly');
  countFailure('site-failing', route);
}

export const reportRequestError: Instrumentation.onRequestError = (error, request, context) => {
  const { headers } = request;
  const isPlain = !Object.keys(headers).some(isClientRouterHeader);
  const report = () => reportError(error, context.routePath, isPlain);
  // proxy.ts sets the header, for pages only.
  const id = context.routeType === 'route' ? undefined : headers['x-request-id'];
  if (typeof id === 'string') withRequestId(id, report);
  else report();
};
