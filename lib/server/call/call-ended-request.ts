import 'server-only';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { Answer } from '../http/answer';
import { settleCall } from './call-budget';
import { env } from '../env';
import { log } from '../observe/log';
import type { Received } from '../http/request-body';
import { isSecret } from '../http/secret';
import { callRecord, type FieldsOf } from './voice-provider';

/** A report holds the whole conversation, several times over. */
export const REPORT_MAX_BYTES = 4 * 1024 * 1024;

/** The provider's codes; a sentence would not be for the log. */
const REASON = /^[\w.-]{1,200}$/;

const DAY_SECONDS = 86_400;

const length = z.number().min(0).max(DAY_SECONDS);
const time = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** The provider sends the length as well, but publishes the times only. */
type Unpublished = { durationSeconds?: number };

const report = z.object({
  type: z.literal('end-of-call-report'),
  call: callRecord.optional(),
  endedReason: z.string().regex(REASON).optional().catch(undefined),
  startedAt: time,
  endedAt: time,
  durationSeconds: length.default(0).catch(0),
  cost: z.number().min(0).default(0).catch(0),
} satisfies FieldsOf<Vapi.ServerMessageEndOfCallReport & Unpublished>);

const body = z.object({ message: report } satisfies Record<keyof Vapi.ServerMessage, z.ZodType>);

function secondsOf({ startedAt, endedAt, durationSeconds }: z.output<typeof report>): number {
  const between = (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
  return Math.round(length.safeParse(between).data ?? durationSeconds);
}

/** True for a request with the secret that the provider was given for its reports. */
export const isFromProvider = ({ headers }: Request): boolean =>
  isSecret(headers.get('x-vapi-secret'), env().VAPI_WEBHOOK_SECRET);

/**
 * Answers `POST /api/call/ended`, the provider's webhook: settles a call of ours with its length
 * and cost. Other messages and other calls are ignored. The answer is 503 when it cannot be noted,
 * so that a provider that is set up to retry does.
 */
export async function handleCallEnded({ input, failure }: Received): Promise<Answer> {
  if (failure) return failure;
  const { message } = body.safeParse(input).data ?? {};
  const ticketId = message?.call?.ticketId;
  if (!message || typeof ticketId !== 'string') return { ok: true };
  const { endedReason, cost } = message;
  const seconds = secondsOf(message);
  const noted = await settleCall(ticketId, { seconds, cost });
  log.info({ seconds, cost, reason: endedReason }, 'a call ended');
  return noted ? { ok: true } : { ok: false, error: 'unavailable' };
}
