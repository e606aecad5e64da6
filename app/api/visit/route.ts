import { ERROR_CODES, type ErrorCode } from '@/lib/contact/messages';
import { cs } from '@/lib/content/cs';
import { endpoint } from '@/lib/server/http';
import { submitVisit } from '@/lib/server/visit-request';

// Whatever goes wrong beyond the two database steps is one thing to the prospect.
const messages = Object.fromEntries(ERROR_CODES.map((code) => [code, cs.visit.failed])) as Record<
  ErrorCode,
  string
>;

// POST notes that a prospect opened a personal link.
const { POST, other } = endpoint({
  accepts: ['application/json'],
  messages,
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
