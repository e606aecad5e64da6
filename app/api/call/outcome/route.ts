import * as z from 'zod';
import { END_REASONS } from '@/lib/analytics/events';
import { openTicket } from '@/lib/server/call/call-ticket';
import { endpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';
import { withInput } from '@/lib/server/http/request-body';
import { rateProspectCall, recordProspectCall } from '@/lib/server/outreach/prospects';

const DAY_SECONDS = 86_400;

const schema = z.union([
  z.strictObject({
    ticket: z.string(),
    seconds: z.number().int().min(0).max(DAY_SECONDS),
    reason: z.enum(END_REASONS),
  }),
  z.strictObject({ ticket: z.string(), rating: z.number().int().min(1).max(5) }),
]);

/** A prospect's browser says how a call has ended, or how the visitor has rated it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitCall,
    handle: withInput(schema, async (outcome) => {
      const ticket = await openTicket(outcome.ticket, { shouldAcceptExpired: true });
      if (!ticket) return { ok: false, error: 'ticket_refused' };
      // Of the landing page's calls, only sums are kept.
      if (!ticket.personal) return { ok: true };
      const isStored = await ('rating' in outcome
        ? rateProspectCall(ticket, outcome.rating)
        : recordProspectCall(ticket, outcome.seconds, outcome.reason));
      return isStored ? { ok: true } : { ok: false, error: 'unavailable' };
    }),
  },
});
