import * as z from 'zod';
import { END_REASONS } from '@/lib/analytics/events';
import type { CallEndRequest } from '@/lib/api';
import { endCall } from '@/lib/server/call/call-records';
import { endpoint } from '@/lib/server/endpoint';
import { MAX_LENGTH_SECONDS, recordProspectCall } from '@/lib/server/outreach/prospects';

const schema: z.ZodType<CallEndRequest> = z.object({
  id: z.uuid(),
  outcome: z
    .object({
      seconds: z.number().int().min(0).max(MAX_LENGTH_SECONDS),
      reason: z.enum(END_REASONS),
      rating: z.number().int().min(1).max(5).optional(),
    })
    .optional(),
});

/** A call that is still being created is ended by the request that creates it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'call-end',
    schema,
    handle: async ({ id, outcome }) => {
      const [hasEnded, isRecorded] = await Promise.all([
        endCall(id),
        !outcome || recordProspectCall(id, outcome),
      ]);
      return hasEnded && isRecorded ? { ok: true } : { ok: false, error: 'unavailable' };
    },
  },
});
