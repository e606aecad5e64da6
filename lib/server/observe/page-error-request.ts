import 'server-only';
import * as z from 'zod';
import type { Answer } from '../http/answer';
import { countFailure } from '../notify/failure-burst';
import { log } from './log';
import { isDeclaredBot } from './page-view';
import { parseInput, type Received } from '../http/request-body';
import { DIGEST } from './request-error';
import { countForLog } from './sparing-log';

/** An error that was thrown in the browser has no digest. */
const schema = z.strictObject({ digest: z.string().regex(DIGEST).optional() });

/**
 * Answers `POST /api/page-error`: logs that a browser has shown our error page, and counts errors
 * of browsers for an alert. Those of the server were counted there.
 */
export async function handlePageError(received: Received, { headers }: Request): Promise<Answer> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  if (isDeclaredBot(headers)) return { ok: true };
  const { digest } = parsed.value;
  const count = countForLog('page-error');
  if (count > 0) log.warn({ digest, count }, 'a browser has shown the error page');
  if (digest === undefined) countFailure('site-failing', 'in the browser');
  return { ok: true };
}
