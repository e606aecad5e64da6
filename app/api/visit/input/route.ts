import * as z from 'zod';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { endpoint } from '@/lib/server/endpoint';
import { isDeclaredBot } from '@/lib/server/http/request';
import { linkSchema, recordInput } from '@/lib/server/outreach/prospects';

const schema = z.strictObject({
  vapi_assistant_id: z.string().regex(ASSISTANT_ID_PATTERN),
  link: linkSchema,
});

/** The first key or press on a personal page, which a mail scanner doesn't give: alerts ops. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'count',
    schema,
    handle: async ({ vapi_assistant_id, link = {} }, { headers }) => {
      if (!isDeclaredBot(headers)) await recordInput(vapi_assistant_id, link);
      return { ok: true };
    },
  },
});
