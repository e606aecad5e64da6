import { endpoint } from '@/lib/server/http/http';
import { handlePageError } from '@/lib/server/observe/page-error-request';
import { limitPageError } from '@/lib/server/http/rate-limit';

/** Notes that a browser has shown our error page: the error's digest, and nothing about who saw. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  accepts: ['application/json'],
  // Nobody reads the answer.
  messages: 'This report was not accepted.',
  limit: limitPageError,
  handle: handlePageError,
});
