import 'server-only';
import { FAILURES } from '@/lib/call/failures';
import { CALL_REFUSALS } from '@/lib/call/refusals';
import { waitUntil } from '@/lib/server/shared-state';
import { countFailure } from '@/lib/server/failures';
import { readBearerToken } from '@/lib/server/http/request';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import type { Input } from '@/lib/server/http/request-body';
import { renewLinks } from '@/lib/server/outreach/prospects';
import { countCall } from './call-budget';
import { findCallsOffReason } from './call-permission';
import { cancelCall, recordCall } from './call-records';
import { openTicket, type TicketClaims } from './call-ticket';
import { createCall } from './create-call';
import { endCall } from './end-call';

/** Answers `POST /api/call/web`. Of the body only the assistant's id is read. */
export async function handleCallRequest(input: Input, request: Request): Promise<HandlerResult> {
  const offReason = findCallsOffReason();
  if (offReason) return { ok: false, error: offReason };
  const sealed = readBearerToken(request.headers);
  const ticket = sealed && (await openTicket(sealed));
  if (!ticket || input['assistantId'] !== ticket.assistantId)
    return { ok: false, error: 'ticket_refused' };
  const refusal = await countCall(request, ticket);
  return refusal ? { ok: false, error: refusal } : createCountedCall(ticket, request.signal);
}

async function createCountedCall(
  ticket: TicketClaims,
  signal: AbortSignal,
): Promise<HandlerResult> {
  const created = await createCall(ticket);
  if (!created.ok) {
    const kind = CALL_REFUSALS[created.refusal];
    // No link can make this up: a ticket is for an assistant of ours or of a prospect.
    if (FAILURES[kind].alerts) countFailure('calls-failing', kind);
    // A call that may exist costs money and stays counted.
    if (!created.mayExist) await cancelCall(ticket);
    return { ok: false, error: created.refusal };
  }
  const { call, handle } = created;
  // Without a connection the browser can't have got the answer.
  if (await recordCall(ticket, handle, signal.aborted)) {
    waitUntil(endCall(handle, ticket.id));
    return { ok: false, error: 'ticket_refused' };
  }
  if (ticket.personal) waitUntil(renewLinks(ticket.assistantId));
  return { ok: true, body: call };
}
