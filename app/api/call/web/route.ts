import { CALL_REFUSALS } from '@/lib/call/refusals';
import { cancelCall, countCall, recordCall } from '@/lib/server/call/call-budget';
import { findCallsOffReason } from '@/lib/server/call/call-permission';
import { openTicket } from '@/lib/server/call/call-ticket';
import { createCall } from '@/lib/server/call/create-call';
import { endCall } from '@/lib/server/call/end-call';
import { createEndpoint } from '@/lib/server/endpoint';
import { waitUntil } from '@/lib/server/after-response';
import { countFailure } from '@/lib/server/error-reports/failure-burst';
import { readBearerToken } from '@/lib/server/http/crypto';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { limitCall } from '@/lib/server/http/rate-limit';
import type { Received } from '@/lib/server/http/request-body';
import { renewLinks } from '@/lib/server/outreach/prospects';

/**
 * Creates a call for a ticket; the voice SDK sends its request here. Of the body only the
 * assistant's id is read, which has to match the ticket. A call whose visitor has left meanwhile is
 * ended.
 */
export const POST = createEndpoint('/api/call/web', {
  limit: limitCall,
  handle: createCallForTicket,
  omitsOk: true,
});
export * from '@/app/api/post-only';

async function createCallForTicket(
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
    countFailure('calls-failing', CALL_REFUSALS[created.refusal]);
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
