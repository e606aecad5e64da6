import * as z from 'zod';
import type { VisitResponse } from '@/lib/api';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { endpoint } from '@/lib/server/endpoint';
import { limitVisit } from '@/lib/server/http/rate-limit';
import { withInput } from '@/lib/server/http/request-body';
import { isDeclaredBot } from '@/lib/server/http/request';
import { recordVisit } from '@/lib/server/outreach/prospects';

const schema = z.object({ vapi_assistant_id: z.string().regex(ASSISTANT_ID_PATTERN) });

// The specified texts; the page shows those of its language.
const { lookupFailed: lookup, updateFailed: update } = personalCopyCs.visit;
const MESSAGES_BY_STEP = { lookup, update };

/** Records that a prospect opened a personal link, unless a bot did. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitVisit,
    handle: withInput(schema, async ({ vapi_assistant_id }, { headers }) => {
      if (isDeclaredBot(headers)) return answer({ tracked: false, bot: true });
      const visit = await recordVisit(vapi_assistant_id);
      if (visit.ok) return answer({ tracked: visit.tracked });
      return { ...visit, message: MESSAGES_BY_STEP[visit.step] };
    }),
  },
});

const answer = (body: VisitResponse) => ({ ok: true, body }) as const;
