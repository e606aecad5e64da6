import * as z from 'zod';
import type { CallRequest } from '@/lib/api';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { readCallConfig, startCall } from '@/lib/server/call/call-requests';
import { endpoint } from '@/lib/server/endpoint';
import { linkSchema } from '@/lib/server/outreach/prospects';

const schema: z.ZodType<CallRequest> = z.object({
  id: z.uuid(),
  assistantId: z.string().regex(ASSISTANT_ID_PATTERN),
  link: linkSchema.optional(),
});

/** The settings are read at run time, so that a change of them needs no build. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: readCallConfig,
  POST: { limit: 'call', schema, handle: startCall, status: 201 },
});
