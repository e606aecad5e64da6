import { type CallTicketResponse, type ErrorResponse, postJson, type Unchecked } from '@/lib/api';
import { findFailureKind } from '@/lib/call/refusals';
import type { CallFailure } from '@/lib/call/types';

/** The voice SDK sends it instead of the provider's key. */
export interface IssuedTicket {
  text: string;
  /** The ticket must not be used later than this (epoch ms). */
  staleAt: number;
}

type TicketResult =
  { ok: true; ticket: IssuedTicket } | { ok: false; failure: CallFailure; detail: string };

const TIMEOUT_MS = 10_000;
const EXPIRY_MARGIN_MS = 20_000;

function readResponse(status: number, body: unknown, requestedAt: number): TicketResult {
  const { ticket, lifetimeSeconds, error } = (body ?? {}) as Unchecked<
    CallTicketResponse & ErrorResponse
  >;
  if (typeof ticket === 'string' && typeof lifetimeSeconds === 'number') {
    const staleAt = requestedAt + lifetimeSeconds * 1000 - EXPIRY_MARGIN_MS;
    return { ok: true, ticket: { text: ticket, staleAt } };
  }
  const kind = findFailureKind(error);
  return {
    ok: false,
    failure: { kind, phase: 'ticket' },
    detail: `call/ticket answered ${status}`,
  };
}

/** `POST /api/call/ticket`. Never rejects. */
export async function requestTicket(
  assistantId: string,
  signal: AbortSignal,
): Promise<TicketResult> {
  const requestedAt = Date.now();
  const requestController = new AbortController();
  const abort = () => requestController.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  try {
    const options = { signal: requestController.signal };
    const response = await postJson('/api/call/ticket', { assistantId }, options);
    return readResponse(response.status, await response.json(), requestedAt);
  } catch (error) {
    // A proxy in between may respond in HTML.
    const kind = error instanceof SyntaxError ? 'service-failed' : 'service-unreachable';
    return { ok: false, failure: { kind, phase: 'ticket' }, detail: String(error) };
  } finally {
    clearTimeout(timer);
  }
}
