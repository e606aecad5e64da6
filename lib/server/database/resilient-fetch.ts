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
import { type DatabaseFailure, formatFailure, readCode } from './database-fault';
import { log } from '@/lib/server/log/log';

const TIMEOUT_MS = 4000;
const MAX_RETRIES = 2;
/** 60 % of at least five calls within ten seconds. */
const BREAKER = { threshold: 0.6, duration: 10_000, minimumRps: 0.5 };
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
 * GET, HEAD and requests with an Idempotency-Key are retried twice (docs/decisions/014). Throws
 * when there is no answer. An error that is not PostgREST's has no code.
 */
export function createResilientFetch({
  name = 'circuit',
  onOpen,
  onClose,
}: {
  name?: string;
  onOpen?: (failure: DatabaseFailure) => void;
  onClose?: () => void;
} = {}): typeof fetch {
  const breaker = circuitBreaker(handleAll, {
    breaker: new SamplingBreaker(BREAKER),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: 1000, maxDelay: 10_000 }),
  });
  breaker.onStateChange((state) => {
    log.warn({ [name]: CircuitState[state] }, 'circuit to the database changed');
    if (state === CircuitState.Closed) onClose?.();
  });
  breaker.onBreak((reason) => {
    if ('error' in reason) onOpen?.((reason.error as NoAnswerError).failure);
  });
  const retryPolicy = retry(
    handleWhen((error) => !(error instanceof BrokenCircuitError)),
    {
      maxAttempts: MAX_RETRIES,
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
    // A redirect would turn a write into a look-up, which may succeed.
    const response = await fetch(input, { ...init, signal, cache: 'no-store', redirect: 'manual' });
    // Read here, so that a truncated body counts as a failure.
    const body = await response.arrayBuffer();
    const { ok, status, statusText, headers } = response;
    const value = parseJson(body);
    const code = ok ? undefined : readCode(value);
    if (isGatewayFailure(status, code))
      throw new NoAnswerError(`status ${formatFailure({ status, code })}`, { status, code });
    const isJson = headers.get('content-type')?.includes('json');
    if (isJson && body.byteLength && value === undefined) throw new NoAnswerError('truncated');
    // The client library takes an empty 404, and an error that is `null`, for a success.
    if (!ok && code === undefined)
      return new Response(NOT_AN_ERROR_OF_POSTGREST, { status, statusText });
    return new Response(body.byteLength ? body : null, { status, statusText, headers });
  } catch (error) {
    const noAnswer =
      error instanceof NoAnswerError
        ? error
        : new NoAnswerError(signal.aborted ? 'timeout' : 'network');
    const ms = Date.now() - startedAt;
    const { message: failure } = noAnswer;
    log.warn({ failure, method: init.method ?? 'GET', ms }, 'database call failed');
    throw noAnswer;
  }
}

/** PostgREST answers 500 if a statement fails, and 503 (53100) if only the disk is full. */
function isGatewayFailure(status: number, code: string | undefined): boolean {
  if (status >= 502) return code !== '53100';
  return status >= 500 && (code === undefined || /^(PGRST|57)/.test(code));
}

function parseJson(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
