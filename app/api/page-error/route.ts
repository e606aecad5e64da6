import * as z from 'zod';
import { endpoint } from '@/lib/server/endpoint';
import { countFailure } from '@/lib/server/error-reports/failure-burst';
import { DIGEST_PATTERN } from '@/lib/server/error-reports/request-error';
import { limitPageError } from '@/lib/server/http/rate-limit';
import { withInput } from '@/lib/server/http/request-body';
import { isDeclaredBot } from '@/lib/server/http/request';
import { countThrottled, log } from '@/lib/server/log/log';

/** Errors that were thrown in the browser have no digest. */
const schema = z.strictObject({ digest: z.string().regex(DIGEST_PATTERN).optional() });

/** Logs the digest of an error for which a browser has shown our error page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitPageError,
    handle: withInput(schema, async ({ digest }, request) => {
      if (isDeclaredBot(request.headers)) return { ok: true };
      const count = countThrottled('page-error');
      if (count > 0) log.warn({ digest, count }, 'a browser has shown the error page');
      if (digest === undefined) countFailure('site-failing', 'in the browser', request);
      return { ok: true };
    }),
    status: 201,
  },
});
