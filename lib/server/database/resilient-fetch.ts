import 'server-only';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ExponentialBackoff,
  handleAll,
  handleWhen,
  retry,
  SamplingBreaker,
} from 'cockatiel';
import { log } from '@/lib/server/observe/log';

const TIMEOUT_MS = 4000;
const MAX_RETRIES = 2;
/** Opens when 60 % of at least five calls within ten seconds have failed. */
const BREAKER = { threshold: 0.6, duration: 10_000, minimumRps: 0.5 };
const GATEWAY_ERRORS = new Set([502, 503, 504, 520]);

/** The name keeps supabase-js from retrying on top of our retries. */
class NoAnswerError extends Error {
  override name = 'AbortError';
}

/**
 * Creates a `fetch` with a timeout per attempt, retries and a circuit breaker (docs/decisions/014).
 * GET, HEAD and requests with an Idempotency-Key are retried twice after failures of the network or
 * the gateway. It throws when there is no answer; any other status is an answer.
 *
 * @param circuit `name` in the log, and callbacks for when the circuit opens and closes
 */
export function createResilientFetch({
  name = 'circuit',
  onOpen,
  onClose,
}: { name?: string; onOpen?: () => void; onClose?: () => void } = {}): typeof fetch {
  const breaker = circuitBreaker(handleAll, {
    breaker: new SamplingBreaker(BREAKER),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: 1000, maxDelay: 10_000 }),
  });
  breaker.onStateChange((state) => {
    log.warn({ [name]: CircuitState[state] }, 'circuit to the database changed');
    if (state === CircuitState.Open) onOpen?.();
    if (state === CircuitState.Closed) onClose?.();
  });
  const retryPolicy = retry(
    handleWhen((error) => !(error instanceof BrokenCircuitError)),
    {
      maxAttempts: MAX_RETRIES,
      // With jitter, so that callers that failed together do not retry together.
      backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 600 }),
    },
  );

  return async (input, init = {}) => {
    const attemptFetch = () => {
      // cockatiel queues callers behind the half-open probe. Fail them instead.
      if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      return breaker.execute(() => fetchOnce(input, init));
    };
    try {
      const isRetryable = ['GET', 'HEAD'].includes(init.method ?? 'GET') || isIdempotent(init);
      return await (isRetryable
        ? retryPolicy.execute(attemptFetch, init.signal ?? undefined)
        : attemptFetch());
    } catch (error) {
      if (error instanceof NoAnswerError) throw error;
      throw new NoAnswerError(error instanceof BrokenCircuitError ? 'circuit open' : 'no answer');
    }
  };
}

const isIdempotent = ({ headers }: RequestInit) => new Headers(headers).has('idempotency-key');

async function fetchOnce(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const startedAt = Date.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(input, { ...init, signal, cache: 'no-store' });
    // Read here, so that a truncated body counts as a failure.
    const body = await response.arrayBuffer();
    if (GATEWAY_ERRORS.has(response.status)) throw new NoAnswerError(`status ${response.status}`);
    assertComplete(response, body);
    const { status, statusText, headers } = response;
    return new Response(body.byteLength ? body : null, { status, statusText, headers });
  } catch (error) {
    const failure =
      error instanceof NoAnswerError ? error.message : signal.aborted ? 'timeout' : 'network';
    const ms = Date.now() - startedAt;
    log.warn({ failure, method: init.method ?? 'GET', ms }, 'database call failed');
    throw new NoAnswerError(failure);
  }
}

function assertComplete({ headers }: Response, body: ArrayBuffer): void {
  if (!body.byteLength || !headers.get('content-type')?.includes('json')) return;
  try {
    JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new NoAnswerError('truncated');
  }
}
