import 'server-only';
import * as z from 'zod/mini';
import { cs } from '@/lib/content/cs';
import { ASSISTANT_ID } from '@/lib/outreach/assistant-id';
import { recordVisit } from './decision-makers';
import type { Answer } from './http';
import type { Input } from './request-body';

const schema = z.object({ vapi_assistant_id: z.string().check(z.regex(ASSISTANT_ID)) });

const { lookupFailed: lookup, updateFailed: update } = cs.visit;
const sentences = { lookup, update };

/** Records a visit; answers whether a prospect has this assistant, or which step failed. */
export async function submitVisit(input: Input): Promise<Answer> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, error: 'invalid' };
  const visit = await recordVisit(parsed.data.vapi_assistant_id);
  if (visit.ok) return { ok: true, body: { tracked: visit.tracked } };
  const error = visit.unreachable ? 'unavailable' : 'internal';
  return { ok: false, error, message: sentences[visit.step] };
}
