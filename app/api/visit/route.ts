import { cs } from '@/lib/content/cs';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitVisit } from '@/lib/server/http/rate-limit';
import { handleVisit } from '@/lib/server/outreach/visit-request';

/** Records that a prospect opened a personal link. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  // The two database steps have their own messages.
  messages: cs.visit.failed,
  limit: limitVisit,
  handle: handleVisit,
  success: 'done',
});
