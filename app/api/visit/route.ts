import { cs } from '@/lib/content/cs';
import { endpoint } from '@/lib/server/http/http';
import { limitVisit } from '@/lib/server/http/rate-limit';
import { handleVisit } from '@/lib/server/outreach/visit-request';

/** Records that a prospect opened a personal link. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  accepts: ['application/json'],
  // Whatever fails beside the two database steps is the same to the prospect.
  messages: cs.visit.failed,
  limit: limitVisit,
  handle: handleVisit,
  success: 'done',
});
