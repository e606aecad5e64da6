import { createEndpoint } from '@/lib/server/endpoint';
import { handlePageError } from '@/lib/server/failures/page-error-request';
import { limitPageError } from '@/lib/server/http/rate-limit';

/** Logs the digest of an error for which a browser has shown our error page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  messages: 'This report was not accepted.',
  limit: limitPageError,
  handle: handlePageError,
});
