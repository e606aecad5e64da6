import 'server-only';
import * as z from 'zod';
import { failureKinds } from '@/lib/content/call-copy';
import { callStages } from '@/lib/call/state/call-events';
import type { Answer } from '@/lib/server/http/answer';
import { countForAlert } from './call-burst';
import { log } from '@/lib/server/observe/log';
import { parseInput, type Received } from '@/lib/server/http/request-body';
import { countForLog } from '@/lib/server/observe/sparing-log';

const schema = z.strictObject({ kind: z.enum(failureKinds), stage: z.enum(callStages) });

/**
 * Answers `POST /api/call-failure`: logs kind and stage of a failed call with a running count, after
 * ten of a kind at most once a minute. Bursts raise an alert.
 */
export async function handleCallFailure(received: Received): Promise<Answer> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const { kind, stage } = parsed.value;
  const count = countForLog(`call ${kind} ${stage}`);
  if (count > 0) log.warn({ kind, stage, count }, 'a call failed');
  countForAlert(kind);
  return { ok: true };
}
