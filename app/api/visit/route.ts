import * as z from 'zod';
import type { VisitResponse } from '@/lib/api';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { endpoint } from '@/lib/server/endpoint';
import type { HandlerResult } from '@/lib/server/http/handler-result';
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
    handle: withInput(schema, handleVisit),
  },
});

async function handleVisit(
  { vapi_assistant_id }: z.output<typeof schema>,
  { headers }: Request,
): Promise<HandlerResult<VisitResponse>> {
  if (isDeclaredBot(headers)) return { ok: true, body: { tracked: false, bot: true } };
  const visit = await recordVisit(vapi_assistant_id);
  if (visit.ok) return { ok: true, body: { tracked: visit.tracked } };
  const error = visit.unreachable ? 'unavailable' : 'internal';
  return { ok: false, error, step: visit.step, message: MESSAGES_BY_STEP[visit.step] };
}
