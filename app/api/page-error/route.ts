import * as z from 'zod';
import { endpoint } from '@/lib/server/endpoint';
import { countFailure, DIGEST_PATTERN, logReport } from '@/lib/server/failures';
import { limitPageError } from '@/lib/server/http/rate-limit';
import { withInput } from '@/lib/server/http/request-body';
import { isDeclaredBot } from '@/lib/server/http/request';

/** Errors that were thrown in the browser have no digest. */
const schema = z.strictObject({ digest: z.string().regex(DIGEST_PATTERN).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitPageError,
    handle: withInput(schema, async ({ digest }, request) => {
      if (isDeclaredBot(request.headers)) return { ok: true };
      logReport('a browser has shown the error page', { digest });
      if (digest === undefined) countFailure('site-failing', 'in the browser', request);
      return { ok: true };
    }),
    status: 201,
  },
});
