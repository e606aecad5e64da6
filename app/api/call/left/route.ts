import * as z from 'zod';
import { leaveCall } from '@/lib/server/call/call-records';
import { openTicket } from '@/lib/server/call/call-ticket';
import { endCall } from '@/lib/server/call/end-call';
import { CALL_ID_PATTERN } from '@/lib/server/call/voice-provider';
import { endpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';
import { withInput } from '@/lib/server/http/request-body';

const schema = z.object({
  ticket: z.string(),
  callId: z.string().regex(CALL_ID_PATTERN).nullable(),
});

/** A call that is still being created is ended by the request that creates it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitCall,
    handle: withInput(schema, async ({ ticket: sealed, callId }) => {
      const ticket = await openTicket(sealed, { shouldAcceptExpired: true });
      if (!ticket) return { ok: false, error: 'ticket_refused' };
      const left = await leaveCall(ticket, callId);
      const isStored = left.ok && (!left.handle || (await endCall(left.handle, ticket.id)));
      return isStored ? { ok: true } : { ok: false, error: 'unavailable' };
    }),
  },
});
