import * as z from 'zod';
import type { CallTicketResponse } from '@/lib/api';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { findCallRefusal, findCallsOffReason } from '@/lib/server/call/call-permission';
import { sealTicket, TICKET_SECONDS } from '@/lib/server/call/call-ticket';
import { endpoint } from '@/lib/server/endpoint';
import { getEnv } from '@/lib/server/env';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { limitCall } from '@/lib/server/http/rate-limit';
import type { Input } from '@/lib/server/http/request-body';

const schema = z.object({ assistantId: z.string().regex(ASSISTANT_ID_PATTERN) });

/** A ticket is for one call, which is counted when it is created. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitCall,
    handle: issueTicket,
  },
});

async function issueTicket(
  input: Input,
  request: Request,
): Promise<HandlerResult<CallTicketResponse>> {
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
