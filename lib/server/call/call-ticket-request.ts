import 'server-only';
import * as z from 'zod';
import type { CallTicketResponse } from '@/lib/api/responses';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { findCallsOffReason } from './call-budget';
import { findCallRefusal } from './call-refusal';
import { sealTicket, TICKET_SECONDS } from './call-ticket';
import { getEnv } from '@/lib/server/env';
import type { Received } from '@/lib/server/http/request-body';

const schema = z.object({ assistantId: z.string().regex(ASSISTANT_ID_PATTERN) });

/**
 * Answers `POST /api/call/ticket`: issues a ticket for one call with one assistant, if the budgets
 * allow it. The call is counted when it is created.
 */
export async function handleCallTicket(
  { input, failure }: Received,
  request: Request,
): Promise<HandlerResult<CallTicketResponse>> {
  if (failure) return failure;
  const offReason = findCallsOffReason();
  if (offReason) return { ok: false, error: offReason };
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, error: 'invalid' };

  const { assistantId } = parsed.data;
  const personal = assistantId !== getEnv().VAPI_ASSISTANT_ID;
  const refusal = await findCallRefusal(request, assistantId, personal);
  if (refusal) return { ok: false, error: refusal };
  const ticket = await sealTicket({ assistantId, personal });
  return { ok: true, body: { ticket, lifetimeSeconds: TICKET_SECONDS } };
}
