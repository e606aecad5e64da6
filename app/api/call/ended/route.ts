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

const durationSchema = z.number().min(0).max(MAX_LENGTH_SECONDS).optional();
const timeSchema = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** Missing in the provider's published types. */
type UnpublishedFields = { durationSeconds?: number };

const reportSchema = z.object({
  type: z.literal('end-of-call-report'),
  call: callSchema.optional(),
  endedReason: z.string().regex(REASON).optional().catch(undefined),
  startedAt: timeSchema,
  endedAt: timeSchema,
  durationSeconds: durationSchema.catch(undefined),
  cost: z.number().min(0).optional().catch(undefined),
} satisfies FieldsOf<Vapi.ServerMessageEndOfCallReport & UnpublishedFields>);

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
      // Other messages are acknowledged, too.
      if (!report || typeof id !== 'string') return { ok: true };
      const { cost = null, endedReason: reason } = report;
      // Length and cost may come with a later report only.
      const seconds = computeDuration(report) ?? null;
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

function computeDuration({
  startedAt,
  endedAt,
  durationSeconds,
}: z.output<typeof reportSchema>): number | undefined {
  const elapsedSeconds = (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
  const seconds = durationSchema.safeParse(elapsedSeconds).data ?? durationSeconds;
  return seconds && Math.round(seconds);
}
