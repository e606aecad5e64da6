import 'server-only';
import * as z from 'zod';
import type { Answer } from './answer';
import { settleCall } from './call-budget';
import { env } from './env';
import { log } from './log';
import type { Received } from './request-body';
import { isSecret } from './secret';

/** A report holds the whole conversation, several times over. */
export const REPORT_MAX_BYTES = 4 * 1024 * 1024;

/** The provider's codes; a sentence would not be for the log. */
const REASON = /^[\w.-]{1,200}$/;

const DAY_SECONDS = 86_400;

const report = z.object({
  message: z.object({
    type: z.literal('end-of-call-report'),
    call: z.object({
      assistantOverrides: z.object({ metadata: z.object({ ticketId: z.string() }) }),
    }),
    endedReason: z.string().regex(REASON).optional().catch(undefined),
    durationSeconds: z.number().min(0).max(DAY_SECONDS).catch(0),
    cost: z.number().min(0).catch(0),
  }),
});

/** True for a request with the secret that the provider was given for its reports. */
export const isFromProvider = ({ headers }: Request): boolean =>
  isSecret(headers.get('x-vapi-secret'), env().VAPI_WEBHOOK_SECRET);

/**
 * Answers `POST /api/call/ended`, the provider's webhook: settles a call of ours with its length and cost. Other messages
 * and other calls are nothing to us. When it cannot be noted the answer is 503, after which the provider tries again.
 */
export async function handleCallEnded({ input, failure }: Received): Promise<Answer> {
  if (failure) return failure;
  const parsed = report.safeParse(input);
  if (!parsed.success) return { ok: true };
  const { call, endedReason, durationSeconds, cost } = parsed.data.message;
  const seconds = Math.round(durationSeconds);
  const noted = await settleCall(call.assistantOverrides.metadata.ticketId, { seconds, cost });
  log.info({ seconds, cost, reason: endedReason }, 'a call ended');
  return noted ? { ok: true } : { ok: false, error: 'unavailable' };
}
