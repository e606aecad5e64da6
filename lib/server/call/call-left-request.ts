import 'server-only';
import * as z from 'zod';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { claimCallCheck, settleCall } from './call-budget';
import { openTicket } from './call-ticket';
import { getEnv } from '@/lib/server/env';
import { parseInput, type Received } from '@/lib/server/http/request-body';
import { hasCallEnded } from './voice-provider';

/** It becomes part of a URL of the provider. */
const CALL_ID = /^[A-Za-z0-9_-]{1,100}$/;

const schema = z.object({ ticket: z.string(), callId: z.string().regex(CALL_ID).nullable() });

/**
 * Answers `POST /api/call/left`: the browser says that its call is over, which frees its slot in
 * the limit of concurrent calls. With VAPI_PRIVATE_KEY the provider has to confirm it. Otherwise
 * the slot is freed by the provider's report, or after the maximum duration.
 */
export async function handleCallLeft(received: Received): Promise<HandlerResult> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const { callId } = parsed.value;
  const ticket = await openTicket(parsed.value.ticket, { shouldAcceptExpired: true });
  if (!ticket) return { ok: false, error: 'ticket_refused' };
  const isOver = getEnv().VAPI_PRIVATE_KEY
    ? callId !== null && (await claimCallCheck(ticket)) && (await hasCallEnded(callId, ticket))
    : true;
  if (isOver && !(await settleCall(ticket.id))) return { ok: false, error: 'unavailable' };
  return { ok: true };
}
