import * as z from 'zod';
import { endpoint } from '@/lib/server/endpoint';
import { countFailure, DIGEST_PATTERN } from '@/lib/server/failures';
import { logReport } from '@/lib/server/log/log';
import { isDeclaredBot } from '@/lib/server/http/request';

/** Errors that were thrown in the browser have no digest. */
const schema = z.strictObject({ digest: z.string().regex(DIGEST_PATTERN).optional() });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'page-error',
    schema,
    handle: async ({ digest }, request) => {
      if (isDeclaredBot(request.headers)) return { ok: true };
      logReport('a browser has shown the error page', { digest });
      if (digest === undefined) countFailure('site-failing', 'in the browser', request);
      return { ok: true };
    },
    status: 201,
  },
});
