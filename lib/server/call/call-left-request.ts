import 'server-only';
import * as z from 'zod';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { leaveCall } from './call-budget';
import { openTicket } from './call-ticket';
import { endCall } from './end-call';
import { parseInput, type Received } from '@/lib/server/http/request-body';
import { CALL_ID_PATTERN } from './voice-provider';

const schema = z.object({
  ticket: z.string(),
  callId: z.string().regex(CALL_ID_PATTERN).nullable(),
});

/**
 * Answers `POST /api/call/left`: the browser says that its call is over. The call is ended at the
 * provider, then its slot in the limit of concurrent calls is free. A call that is still being
 * created is ended by the request that creates it.
 */
export async function handleCallLeft(received: Received): Promise<HandlerResult> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const ticket = await openTicket(parsed.value.ticket, { shouldAcceptExpired: true });
  if (!ticket) return { ok: false, error: 'ticket_refused' };
  const address = await leaveCall(ticket, parsed.value.callId);
  const isStored =
    address !== undefined && (address === null || (await endCall(address, ticket.id)));
  return isStored ? { ok: true } : { ok: false, error: 'unavailable' };
}
