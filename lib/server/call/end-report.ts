import 'server-only';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import { callSchema, type FieldsOf } from './provider';

/** A report holds the conversation in several formats. */
export const REPORT_MAX_BYTES = 4 * 1024 * 1024;

/** Only codes may be logged: a sentence could be about a person. */
const REASON = /^[\w.-]{1,200}$/;

const DAY_SECONDS = 86_400;

const durationSchema = z.number().min(0).max(DAY_SECONDS).optional();
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

const endedSchema = z.object({ message: reportSchema } satisfies Record<
  keyof Vapi.ServerMessage,
  z.ZodType
>);

function computeDuration({
  startedAt,
  endedAt,
  durationSeconds,
}: z.output<typeof reportSchema>): number | undefined {
  const elapsedSeconds = (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
  const seconds = durationSchema.safeParse(elapsedSeconds).data ?? durationSeconds;
  return seconds && Math.round(seconds);
}

/** Undefined for another message. Length and cost may come with a later report only. */
export function parseEndReport(input: unknown) {
  const { message } = endedSchema.safeParse(input).data ?? {};
  const id = message?.call?.ourId;
  if (!message || typeof id !== 'string') return undefined;
  const { cost, endedReason: reason } = message;
  return { id, seconds: computeDuration(message), cost, reason };
}
