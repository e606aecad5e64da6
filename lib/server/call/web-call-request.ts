import 'server-only';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { findCallsOffReason, cancelCall, countCall, recordCall } from './call-budget';
import { countRefusedCall } from './call-burst';
import { openTicket } from './call-ticket';
import { endCall } from './end-call';
import type { Received } from '@/lib/server/http/request-body';
import { readBearerToken } from '@/lib/server/http/crypto';
import { renewLinks } from '@/lib/server/outreach/prospects';
import { waitUntil } from '@/lib/server/env/host';
import { createCall } from './voice-provider';

/**
 * Answers `POST /api/call/web`, where the voice SDK sends its request for a call: creates a call
 * for a ticket. Of the body only the assistant's id is read, which has to match the ticket. A call
 * whose visitor has left meanwhile is ended.
 */
export async function handleWebCall(
  { input, failure }: Received,
  request: Request,
): Promise<HandlerResult> {
  if (failure) return failure;
  const offReason = findCallsOffReason();
  if (offReason) return { ok: false, error: offReason };

  const sealed = readBearerToken(request.headers);
  const ticket = sealed && (await openTicket(sealed));
  if (!ticket || input['assistantId'] !== ticket.assistantId)
    return { ok: false, error: 'ticket_refused' };
  const refusal = await countCall(request, ticket);
  if (refusal) return { ok: false, error: refusal };

  const created = await createCall(ticket);
  if (!created.ok) {
    countRefusedCall(created.refusal);
    // A call that may exist costs money and stays counted.
    if (!created.mayExist) await cancelCall(ticket);
    return { ok: false, error: created.refusal };
  }
  const { call, address } = created;
  // Without a connection the browser can't have got the answer.
  const hasLeft = await recordCall(ticket, address, request.signal.aborted);
  if (!hasLeft) {
    if (ticket.personal) waitUntil(renewLinks(ticket.assistantId));
    return { ok: true, body: call };
  }
  waitUntil(endCall(address, ticket.id));
  return { ok: false, error: 'ticket_refused' };
}
