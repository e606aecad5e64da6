import 'server-only';
import * as z from 'zod';
import { failureKinds } from '@/lib/content/call-copy';
import { callStages } from '@/lib/voice/call-events';
import type { Answer } from './answer';
import { countForAlert } from './call-burst';
import { log } from './log';
import type { Received } from './request-body';

const schema = z.strictObject({ kind: z.enum(failureKinds), stage: z.enum(callStages) });

const LINES_WITHOUT_PAUSE = 10;
const PAUSE_MS = 60_000;
const seen = new Map<string, { count: number; loggedAt: number }>();

/**
 * Answers `POST /api/call-failure`: logs kind and stage of one failed call, and how many of this sort there were since
 * the process started. Beyond ten of a sort there is at most one line a minute, whatever is sent. Many of them are told of.
 */
export async function handleCallFailure({ input, failure }: Received): Promise<Answer> {
  if (failure) return failure;
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, error: 'invalid' };
  const { kind, stage } = parsed.data;
  const key = `${kind} ${stage}`;
  const { count, loggedAt } = seen.get(key) ?? { count: 0, loggedAt: 0 };
  const now = Date.now();
  const write = count < LINES_WITHOUT_PAUSE || now - loggedAt >= PAUSE_MS;
  seen.set(key, { count: count + 1, loggedAt: write ? now : loggedAt });
  if (write) log.warn({ kind, stage, count: count + 1 }, 'a call failed');
  countForAlert(kind);
  return { ok: true };
}
