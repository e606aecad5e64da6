import { COUNT_MAX_BYTES, handleCount } from '@/lib/server/analytics/count-request';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitCount } from '@/lib/server/http/rate-limit';

/** Counts anonymous events of a page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  messages: 'This was not counted.',
  limit: limitCount,
  maxBytes: COUNT_MAX_BYTES,
  handle: handleCount,
  success: 'done',
});
