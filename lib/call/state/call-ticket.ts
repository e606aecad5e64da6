import type { FailureKind } from '@/lib/content/call-copy';
import type { CallTicketResponse, ErrorResponse, Unchecked } from '@/lib/api/responses';
import { kindOfRefusal } from './call-refusals';
import { postJson } from '../post-json';

/** Our server's leave for one call to one assistant. The voice SDK sends it where it would send a key. */
export interface CallTicket {
  text: string;
  /** From then on (epoch ms) it might expire on the way. */
  staleAt: number;
}

export type TicketAnswer =
  { ok: true; ticket: CallTicket } | { ok: false; kind: FailureKind; detail: string };

/** How long our server may take to answer. */
const answerMs = 10_000;
/** How long before its end a ticket is no longer used. */
const marginMs = 20_000;

function readAnswer(status: number, body: unknown, requestedAt: number): TicketAnswer {
  const { ticket, lifetimeSeconds, error } = (body ?? {}) as Unchecked<
    CallTicketResponse & ErrorResponse
  >;
  if (typeof ticket === 'string' && typeof lifetimeSeconds === 'number') {
    const staleAt = requestedAt + lifetimeSeconds * 1000 - marginMs;
    return { ok: true, ticket: { text: ticket, staleAt } };
  }
  const kind = kindOfRefusal(error) ?? 'start-failed';
  return { ok: false, kind, detail: `call/ticket answered ${status}` };
}

/**
 * Asks our server whether this call may go (`POST /api/call/ticket`). Never rejects.
 *
 * @param cancelled ends the request; its answer means nothing then
 * @returns the ticket, or what the visitor is told: `service-unreachable` where no answer came within ten seconds
 */
export async function requestTicket(
  assistantId: string,
  cancelled: AbortSignal,
): Promise<TicketAnswer> {
  const requestedAt = Date.now();
  const request = new AbortController();
  const abort = () => request.abort();
  const timer = setTimeout(abort, answerMs);
  cancelled.addEventListener('abort', abort);
  try {
    const { signal } = request;
    const response = await postJson('/api/call/ticket', { assistantId }, { signal });
    return readAnswer(response.status, await response.json(), requestedAt);
  } catch (error) {
    // Something between the page and our server may answer in HTML.
    const kind = error instanceof SyntaxError ? 'service-failed' : 'service-unreachable';
    return { ok: false, kind, detail: String(error) };
  } finally {
    clearTimeout(timer);
  }
}
