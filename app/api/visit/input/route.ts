import { endpoint } from '@/lib/server/endpoint';
import { isDeclaredBot } from '@/lib/server/http/request';
import { recordInput, visitSchema } from '@/lib/server/outreach/prospects';

/** The first key or press on a personal page, which a mail scanner doesn't give: alerts ops. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'count',
    schema: visitSchema,
    handle: async ({ vapi_assistant_id, link }, { headers }) => {
      if (!isDeclaredBot(headers)) await recordInput(vapi_assistant_id, link);
      return { ok: true };
    },
  },
});
