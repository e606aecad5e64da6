import 'server-only';
import * as z from 'zod';
import { FAILURE_KINDS } from '@/lib/content/call-copy';
import { CALL_PHASES } from '@/lib/call/types';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { countReportedCallFailure } from './call-burst';
import { log, countThrottled } from '@/lib/server/log/log';
import { parseInput, type Received } from '@/lib/server/http/request-body';

const schema = z.strictObject({ kind: z.enum(FAILURE_KINDS), stage: z.enum(CALL_PHASES) });

/**
 * Answers `POST /api/call-failure`: logs kind and stage of a failed call with a running count,
 * after ten of a kind at most once a minute. Bursts raise an alert.
 */
export async function handleCallFailure(
  received: Received,
  request: Request,
): Promise<HandlerResult> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const { kind, stage } = parsed.value;
  const count = countThrottled(`call ${kind} ${stage}`);
  if (count > 0) log.warn({ kind, stage, count }, 'a call failed');
  countReportedCallFailure(kind, request);
  return { ok: true };
}
