import 'server-only';
import { type DatabaseFailure, formatFailure, readCode } from './database-fault';
import { log } from '@/lib/server/log/log';
import { alertOutage, endOutage } from './outages';

const TIMEOUT_MS = 4000;
/** Before each retry, up to half as much more or less by chance. */
const RETRY_DELAYS_MS = [200, 400];
/** Nine failures in a row, or a steady share of six in ten, open the circuit. */
const MAX_FAILING_SHARE = 0.6;
const AVERAGED_CALLS = 10;
const PROBE_INTERVAL_MS = 1000;
const NOT_AN_ERROR_OF_POSTGREST = '{"message":""}';

class NoAnswerError extends Error {
  /** Keeps supabase-js from retrying on top of our retries. */
  override name = 'AbortError';

  constructor(
    message: string,
    readonly failure: DatabaseFailure = { status: 0 },
  ) {
    super(message);
  }
}

/**
 * GET, HEAD and requests with an Idempotency-Key are retried twice. While the circuit is open, all
 * calls but one a second fail at once (docs/decisions/014). Throws when there is no answer.
 */
export function createResilientFetch(): typeof fetch {
  /** A moving average. */
  let failingShare = 0;
  let nextProbeAt = 0;
  const isOpen = () => failingShare > MAX_FAILING_SHARE;

  const count = (failure?: DatabaseFailure) => {
    const wasOpen = isOpen();
    failingShare += ((failure ? 1 : 0) - failingShare) / AVERAGED_CALLS;
    if (wasOpen && !failure) failingShare = 0;
    if (isOpen() !== wasOpen)
      log.warn({ circuit: wasOpen ? 'Closed' : 'Open' }, 'circuit to the database changed');
    if (failure && isOpen()) alertOutage(failure);
    else if (wasOpen) endOutage();
  };
  const tryOnce: typeof fetch = async (input, init) => {
    if (isOpen() && Date.now() < nextProbeAt) throw new NoAnswerError('circuit open');
    nextProbeAt = Date.now() + PROBE_INTERVAL_MS;
    try {
      const response = await fetchOnce(input, init);
      count();
      return response;
    } catch (error) {
      count((error as NoAnswerError).failure);
      throw error;
    }
  };

  return async (input, init = {}) => {
    const isRetryable =
      ['GET', 'HEAD'].includes(init.method ?? 'GET') ||
      new Headers(init.headers).has('idempotency-key');
    for (const delayMs of isRetryable ? RETRY_DELAYS_MS : [])
      try {
        return await tryOnce(input, init);
      } catch (error) {
        if (isOpen() || init.signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())));
      }
    return tryOnce(input, init);
  };
}

/** Throws when there is no answer in time. An error that is not PostgREST's has no code. */
export async function fetchOnce(...[input, init = {}]: Parameters<typeof fetch>) {
  const startedAt = Date.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const fail = (message: string, failure?: DatabaseFailure) => {
    const facts = { failure: message, method: init.method ?? 'GET', ms: Date.now() - startedAt };
    log.warn(facts, 'database call failed');
    return new NoAnswerError(message, failure);
  };
  // A redirect would turn a write into a look-up, which may succeed.
  const options = { ...init, signal, cache: 'no-store', redirect: 'manual' } as const;
  const [response, text] = await fetch(input, options)
    // Read here, so that a truncated body counts as a failure.
    .then(async (answer) => [answer, await answer.text()] as const)
    .catch(() => Promise.reject(fail(signal.aborted ? 'timeout' : 'network')));
  const { ok, status, statusText, headers } = response;
  const value = parseJson(text);
  const code = ok ? undefined : readCode(value);
  if (isGatewayFailure(status, code))
    throw fail(`status ${formatFailure({ status, code })}`, { status, code });
  const isJson = headers.get('content-type')?.includes('json');
  if (isJson && text && value === undefined) throw fail('truncated');
  // The client library takes an empty 404, and an error that is `null`, for a success.
  if (!ok && code === undefined)
    return new Response(NOT_AN_ERROR_OF_POSTGREST, { status, statusText });
  return new Response(text || null, { status, statusText, headers });
}

/** PostgREST answers 500 if a statement fails, and 503 (53100) if only the disk is full. */
function isGatewayFailure(status: number, code: string | undefined): boolean {
  if (status >= 502) return code !== '53100';
  return status >= 500 && (code === undefined || /^(PGRST|57)/.test(code));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
