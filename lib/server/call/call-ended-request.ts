import 'server-only';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { settleCall } from './call-budget';
import { getEnv } from '@/lib/server/env';
import { log } from '@/lib/server/log/log';
import type { Received } from '@/lib/server/http/request-body';
import { matchesSecret } from '@/lib/server/http/crypto';
import { callRecordSchema, type FieldsOf } from './voice-provider';

/** A report holds the conversation in several formats. */
export const REPORT_MAX_BYTES = 4 * 1024 * 1024;

/** Only codes may be logged: a sentence could be about a person. */
const REASON = /^[\w.-]{1,200}$/;

const DAY_SECONDS = 86_400;

const durationSchema = z.number().min(0).max(DAY_SECONDS);
const timeSchema = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** Sent by the provider, but missing in its published types. */
type UnpublishedFields = { durationSeconds?: number };

const reportSchema = z.object({
  type: z.literal('end-of-call-report'),
  call: callRecordSchema.optional(),
  endedReason: z.string().regex(REASON).optional().catch(undefined),
  startedAt: timeSchema,
  endedAt: timeSchema,
  durationSeconds: durationSchema.default(0).catch(0),
  cost: z.number().min(0).default(0).catch(0),
} satisfies FieldsOf<Vapi.ServerMessageEndOfCallReport & UnpublishedFields>);

const endedSchema = z.object({ message: reportSchema } satisfies Record<
  keyof Vapi.ServerMessage,
  z.ZodType
>);

function computeDuration({
  startedAt,
  endedAt,
  durationSeconds,
}: z.output<typeof reportSchema>): number {
  const elapsedSeconds = (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
  return Math.round(durationSchema.safeParse(elapsedSeconds).data ?? durationSeconds);
}

/** Whether the request has the secret of the provider's reports. */
export const isFromProvider = ({ headers }: Request): boolean =>
  matchesSecret(headers.get('x-vapi-secret'), getEnv().VAPI_WEBHOOK_SECRET);

/**
 * Answers `POST /api/call/ended`, the provider's webhook: stores the length and cost of a call.
 * Other messages are ignored. Answers 503 if the database fails, so that the provider can retry.
 */
export async function handleCallEnded({ input, failure }: Received): Promise<HandlerResult> {
  if (failure) return failure;
  const { message } = endedSchema.safeParse(input).data ?? {};
  const ticketId = message?.call?.ticketId;
  if (!message || typeof ticketId !== 'string') return { ok: true };
  const { endedReason, cost } = message;
  const seconds = computeDuration(message);
  const isStored = await settleCall(ticketId, { seconds, cost });
  log.info({ seconds, cost, reason: endedReason }, 'a call ended');
  return isStored ? { ok: true } : { ok: false, error: 'unavailable' };
}
