import 'server-only';
import * as z from 'zod';
import type { Answer } from '../http/answer';
import { claimCheck, settleCall } from './call-budget';
import { openTicket } from './call-ticket';
import { env } from '../env';
import { parseInput, type Received } from '../http/request-body';
import { hasEnded } from './voice-provider';

/** Becomes a part of the provider's address. */
const CALL_ID = /^[A-Za-z0-9_-]{1,100}$/;

const schema = z.object({ ticket: z.string(), callId: z.string().regex(CALL_ID).nullable() });

/**
 * Answers `POST /api/call/left`: a browser says that its own call is over, and the call's place is
 * free again. With the private key the provider is asked whether that is true, once for each call.
 * If the call goes on, its place is free with the provider's report, or when the longest call ends.
 */
export async function handleCallLeft(received: Received): Promise<Answer> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const { callId } = parsed.value;
  const ticket = await openTicket(parsed.value.ticket, { expired: true });
  if (!ticket) return { ok: false, error: 'ticket_refused' };
  const over = env().VAPI_PRIVATE_KEY
    ? callId !== null && (await claimCheck(ticket)) && (await hasEnded(callId, ticket))
    : true;
  if (over && !(await settleCall(ticket.id))) return { ok: false, error: 'unavailable' };
  return { ok: true };
}
