import { COUNT_MAX_BYTES, handleCount } from '@/lib/server/observe/count-request';
import { endpoint } from '@/lib/server/http/http';
import { limitCount } from '@/lib/server/http/rate-limit';

/** Counts what happened on a page: events from a closed list, and nothing about who it was. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  accepts: ['application/json'],
  // Nobody reads the answer.
  messages: 'This was not counted.',
  limit: limitCount,
  maxBytes: COUNT_MAX_BYTES,
  handle: handleCount,
  success: 'done',
});
