import * as z from 'zod';
import type { VisitResponse } from '@/lib/api';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { endpoint } from '@/lib/server/endpoint';
import { isDeclaredBot } from '@/lib/server/http/request';
import { linkSchema, recordVisit } from '@/lib/server/outreach/prospects';

const schema = z.object({
  vapi_assistant_id: z.string().regex(ASSISTANT_ID_PATTERN),
  link: linkSchema,
});

/** Records that a prospect opened a personal link, unless a bot did. The page words a failure. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'visit',
    schema,
    handle: async ({ vapi_assistant_id, link = {} }, { headers }) => {
      if (isDeclaredBot(headers)) return answer({ tracked: false, bot: true });
      const visit = await recordVisit(vapi_assistant_id, link);
      return visit.ok ? answer({ tracked: visit.tracked }) : visit;
    },
  },
});

const answer = (body: VisitResponse) => ({ ok: true, body }) as const;
