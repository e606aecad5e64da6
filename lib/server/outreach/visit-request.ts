import 'server-only';
import * as z from 'zod';
import type { VisitResponse } from '@/lib/api/responses';
import { cs } from '@/lib/content/cs';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { recordVisit } from './prospects';
import { isDeclaredBot } from '@/lib/server/http/user-agent';
import { parseInput, type Received } from '@/lib/server/http/request-body';

const schema = z.object({ vapi_assistant_id: z.string().regex(ASSISTANT_ID_PATTERN) });

const MESSAGES_BY_STEP = { lookup: cs.visit.lookupFailed, update: cs.visit.updateFailed };

/** Answers `POST /api/visit`: records a visit, unless it is a bot's. */
export async function handleVisit(
  received: Received,
  { headers }: Request,
): Promise<HandlerResult<VisitResponse>> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  if (isDeclaredBot(headers)) return { ok: true, body: { tracked: false } };
  const visit = await recordVisit(parsed.value.vapi_assistant_id);
  if (visit.ok) return { ok: true, body: { tracked: visit.tracked } };
  const error = visit.unreachable ? 'unavailable' : 'internal';
  return { ok: false, error, step: visit.step, message: MESSAGES_BY_STEP[visit.step] };
}
