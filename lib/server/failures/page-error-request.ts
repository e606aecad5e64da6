import 'server-only';
import * as z from 'zod';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { countReportedFailure } from '@/lib/server/failures/failure-burst';
import { log, countThrottled } from '@/lib/server/log/log';
import { isDeclaredBot } from '@/lib/server/http/user-agent';
import { parseInput, type Received } from '@/lib/server/http/request-body';
import { DIGEST_PATTERN } from './request-error';

/** Errors that were thrown in the browser have no digest. */
const schema = z.strictObject({ digest: z.string().regex(DIGEST_PATTERN).optional() });

/** Answers `POST /api/page-error`, which a browser sends when it shows our error page. */
export async function handlePageError(
  received: Received,
  request: Request,
): Promise<HandlerResult> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  if (isDeclaredBot(request.headers)) return { ok: true };
  const { digest } = parsed.value;
  const count = countThrottled('page-error');
  if (count > 0) log.warn({ digest, count }, 'a browser has shown the error page');
  if (digest === undefined) countReportedFailure('site-failing', 'in the browser', request);
  return { ok: true };
}
