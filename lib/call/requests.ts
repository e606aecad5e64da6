import {
  postJson,
  type CallEndRequest,
  type CallRequest,
  type ErrorResponse,
  type Unchecked,
  type WebCall,
} from '@/lib/api';
import { CallError, findFailureKind, type FailureKind } from './failures';
import type { CallFailure, EndedCall } from './types';

/**
 * Creates the call, or returns why our server refuses it.
 *
 * @throws CallError when a call may exist nevertheless
 */
export async function createCall(
  request: CallRequest,
  signal: AbortSignal,
): Promise<WebCall | FailureKind> {
  let response: Response;
  let body: Unchecked<WebCall & ErrorResponse>;
  try {
    response = await postJson('/api/call', request, { signal });
    body = (await response.json()) ?? {};
  } catch (error) {
    // A proxy in between may respond in HTML.
    const kind = error instanceof SyntaxError ? 'service-failed' : 'service-unreachable';
    throw new CallError(kind, String(error));
  }
  const { webCallUrl, error } = body;
  if (response.ok && typeof webCallUrl === 'string') return body as WebCall;
  const refusal = findFailureKind(error);
  if (refusal) return refusal;
  const kind = response.ok ? 'service-failed' : 'start-failed';
  throw new CallError(kind, `POST /api/call answered ${response.status}`);
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/** Waits, but not longer than the page is shown. */
const pause = (ms: number) =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, ms);
    window.addEventListener('pagehide', resolve, { once: true });
  });

/**
 * Frees the call's slot. A phone that wakes up has no network at first, so it is tried again, after
 * longer and longer pauses, until our server has it or the page is gone. Never rejects.
 */
export async function reportEnd(id: string, ended: EndedCall | null, rating?: number) {
  const body: CallEndRequest = { id };
  if (ended) body.outcome = { seconds: ended.durationSeconds, reason: ended.reason, rating };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const status = await postJson('/api/call/end', body, { keepalive: true }).then(
      (response) => response.status,
      () => 0,
    );
    const isTemporary = status === 0 || status >= 500 || status === 408 || status === 429;
    if (!isTemporary) return;
    await pause(pauseMs);
  }
}

/** Our server gets only kind and phase; `detail`, a vendor text, stays in the console. */
export function reportFailure({ kind, phase }: CallFailure, detail: string): void {
  // eslint-disable-next-line no-restricted-syntax -- replaced at build time
  if (process.env.NODE_ENV === 'development') {
    // eslint-disable-next-line no-console -- for the developer
    console.info('Call failed', { kind, phase, detail });
  }
  const body = { kind, stage: phase };
  postJson('/api/call-failure', body, { keepalive: true }).catch(() => undefined);
}
