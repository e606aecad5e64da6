import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import { readEndedReason } from '@/lib/call/ended-reason';
import { settleCall } from '@/lib/server/call/call-records';
import { callSchema, type FieldsOf } from '@/lib/server/call/provider';
import { endpoint } from '@/lib/server/endpoint';
import { getEnv } from '@/lib/server/env';
import { matchesSecret, readBearerToken } from '@/lib/server/http/request';
import { log } from '@/lib/server/log/log';
import { MAX_LENGTH_SECONDS, recordProspectCall } from '@/lib/server/outreach/prospects';

/** A report holds the conversation in several formats. */
const REPORT_MAX_BYTES = 4 * 1024 * 1024;

/** Only codes may be logged: a sentence could be about a person. */
const REASON = /^[\w.-]{1,200}$/;

const timeSchema = z.iso.datetime({ offset: true }).optional().catch(undefined);

const reportSchema = z.object({
  type: z.literal('end-of-call-report'),
  call: callSchema.optional(),
  endedReason: z.string().regex(REASON).optional().catch(undefined),
  startedAt: timeSchema,
  endedAt: timeSchema,
  cost: z.number().min(0).optional().catch(undefined),
} satisfies FieldsOf<Vapi.ServerMessageEndOfCallReport>);

const bodySchema = z.object({ message: reportSchema } satisfies Record<
  keyof Vapi.ServerMessage,
  z.ZodType
>);

/** The provider's webhook. Answers 503 if the database fails, so that the provider can retry. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    isAllowed: ({ headers }) =>
      [headers.get('x-vapi-secret'), readBearerToken(headers)].some((given) =>
        matchesSecret(given, getEnv().VAPI_WEBHOOK_SECRET),
      ),
    maxBytes: REPORT_MAX_BYTES,
    async handle(input) {
      const report = bodySchema.safeParse(input).data?.message;
      const id = report?.call?.ourId;
      if (!report || typeof id !== 'string') return { ok: true };
      const { cost = null, endedReason: reason } = report;
      // Length and cost may come with a later report only.
      const seconds = computeDuration(report);
      const { error } = await settleCall(id, 'over', { seconds, cost });
      const isStored =
        !error &&
        (seconds === null ||
          (await recordProspectCall(id, {
            seconds,
            reason: readEndedReason(reason, 'assistant').reason,
          })));
      log.info({ seconds, cost, reason }, 'a call ended');
      return isStored ? { ok: true } : { ok: false, error: 'unavailable' };
    },
  },
});

/** Null for a call that nobody has joined. */
function computeDuration({ startedAt, endedAt }: z.output<typeof reportSchema>): number | null {
  const seconds = Math.round((Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000);
  return seconds >= 0 && seconds <= MAX_LENGTH_SECONDS ? seconds : null;
}
