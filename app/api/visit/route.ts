import { cs } from '@/lib/content/cs';
import { endpoint } from '@/lib/server/http';
import { admitVisit } from '@/lib/server/rate-limit';
import { submitVisit } from '@/lib/server/visit-request';

// POST notes that a prospect opened a personal link.
const { POST, other } = endpoint({
  accepts: ['application/json'],
  // Whatever goes wrong beyond the two database steps is one thing to the prospect.
  messages: cs.visit.failed,
  admit: admitVisit,
  handle: submitVisit,
  success: 'done',
});

export {
  POST,
  other as GET,
  other as HEAD,
  other as PUT,
  other as PATCH,
  other as DELETE,
  other as OPTIONS,
};
