import 'server-only';
import * as z from 'zod';
import { failureKinds } from '@/lib/content/call-copy';
import { callStages } from '@/lib/voice/call-events';
import type { Answer } from './http';
import { log } from './log';
import type { Input } from './request-body';

const schema = z.strictObject({ kind: z.enum(failureKinds), stage: z.enum(callStages) });

const linesWithoutPause = 10;
const pauseMs = 60_000;
const seen = new Map<string, { count: number; loggedAt: number }>();

/**
 * Counts one failed call and writes a log line about it: kind, stage and how many of this sort since the
 * process started. Beyond ten of a sort there is at most one line a minute, whatever is sent.
 */
export async function countCallFailure(input: Input): Promise<Answer> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, error: 'invalid' };
  const { kind, stage } = parsed.data;
  const key = `${kind} ${stage}`;
  const { count, loggedAt } = seen.get(key) ?? { count: 0, loggedAt: 0 };
  const now = Date.now();
  const write = count < linesWithoutPause || now - loggedAt >= pauseMs;
  seen.set(key, { count: count + 1, loggedAt: write ? now : loggedAt });
  if (write) log.warn({ kind, stage, count: count + 1 }, 'a call failed');
  return { ok: true };
}
