import { endpoint } from '@/lib/server/endpoint';
import { isDeclaredBot } from '@/lib/server/http/request';
import { recordVisit, visitSchema } from '@/lib/server/outreach/prospects';

/** Records that a prospect opened a personal link, unless a bot did. The page words a failure. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'visit',
    schema: visitSchema,
    handle: async ({ vapi_assistant_id, link }, { headers }) =>
      isDeclaredBot(headers)
        ? { ok: true, body: { tracked: false, bot: true } }
        : recordVisit(vapi_assistant_id, link),
  },
});
