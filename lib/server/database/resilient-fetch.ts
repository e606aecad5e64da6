import 'server-only';
import { log } from '@/lib/server/log/log';
import { type DatabaseFailure, formatFailure, hasNoAnswer, readCode } from './database-fault';
import { alertOutage, endOutage } from './outages';

const TIMEOUT_MS = 4000;
/** Before each retry, up to half as much more or less by chance. */
const RETRY_DELAYS_MS = [200, 400];
/** In a row, they open the circuit. */
const MAX_FAILURES = 9;
const PROBE_INTERVAL_MS = 1000;
const NOT_AN_ERROR_OF_POSTGREST = '{"message":""}';
/** Any but those that the client library would retry on top of our retries. */
const NO_ANSWER_STATUS = 502;

/** `failure`: why there is no answer. The response is for the client library. */
type Answer = { response: Response; failure?: DatabaseFailure };

/** `readFailure` reads it. */
const giveUp = (failure: DatabaseFailure): Answer => ({
  response: Response.json({ message: '', ...failure }, { status: NO_ANSWER_STATUS }),
  failure,
});

/**
 * GET, HEAD and requests with an Idempotency-Key are retried twice. While the circuit is open, all
 * calls but one a second fail at once (docs/decisions/014). Never throws.
 */
export function createResilientFetch(): typeof fetch {
  let failuresInARow = 0;
  let nextProbeAt = 0;
  const isOpen = () => failuresInARow >= MAX_FAILURES;

  const tryOnce = async (...request: Parameters<typeof fetch>): Promise<Answer> => {
    if (isOpen() && Date.now() < nextProbeAt) return giveUp({ status: 0 });
    nextProbeAt = Date.now() + PROBE_INTERVAL_MS;
    const answer = await ask(...request);
    const wasOpen = isOpen();
    failuresInARow = answer.failure ? failuresInARow + 1 : 0;
    if (isOpen() !== wasOpen)
      log.warn({ circuit: wasOpen ? 'Closed' : 'Open' }, 'circuit to the database changed');
    if (answer.failure && isOpen()) alertOutage(answer.failure);
    else if (wasOpen) endOutage();
    return answer;
  };

  return async (input, init = {}) => {
    const isRetryable =
      ['GET', 'HEAD'].includes(init.method ?? 'GET') ||
      new Headers(init.headers).has('idempotency-key');
    let answer = await tryOnce(input, init);
    for (const delayMs of isRetryable ? RETRY_DELAYS_MS : []) {
      if (!answer.failure || isOpen() || init.signal?.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())));
      answer = await tryOnce(input, init);
    }
    return answer.response;
  };
}

/** Without retries and circuit. Never throws. */
export const fetchOnce: typeof fetch = async (...request) => (await ask(...request)).response;

async function ask(...[input, init = {}]: Parameters<typeof fetch>): Promise<Answer> {
  const startedAt = Date.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const fail = (reason: string, failure: DatabaseFailure = { status: 0 }) => {
    const facts = { failure: reason, method: init.method ?? 'GET', ms: Date.now() - startedAt };
    log.warn(facts, 'database call failed');
    return giveUp(failure);
  };
  // A redirect would turn a write into a look-up, which may succeed.
  const options = { ...init, signal, cache: 'no-store', redirect: 'manual' } as const;
  const received = await fetch(input, options)
    // Read here, so that a truncated body counts as a failure.
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(() => null);
  if (!received) return fail(signal.aborted ? 'timeout' : 'network');
  const { response, text } = received;
  const { ok, status, statusText, headers } = response;
  const value = parseJson(text);
  const code = ok ? undefined : readCode(value);
  const failure = { status, code };
  if (hasNoAnswer(failure)) return fail(`status ${formatFailure(failure)}`, failure);
  const isJson = headers.get('content-type')?.includes('json');
  if (isJson && text && value === undefined) return fail('truncated');
  // The client library takes an empty 404, and an error that is `null`, for a success.
  const isError = !ok && code === undefined;
  const body = isError ? NOT_AN_ERROR_OF_POSTGREST : text || null;
  return { response: new Response(body, { status, statusText, headers }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
