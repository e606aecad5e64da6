import * as z from 'zod';
import type { CallRatingRequest } from '@/lib/api';
import { endpoint } from '@/lib/server/endpoint';
import { rateProspectCall } from '@/lib/server/outreach/prospects';

const schema: z.ZodType<CallRatingRequest> = z.object({
  id: z.uuid(),
  rating: z.number().int().min(1).max(5),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'call',
    schema,
    handle: async ({ id, rating }) =>
      (await rateProspectCall(id, rating)) ? { ok: true } : { ok: false, error: 'unavailable' },
  },
});
