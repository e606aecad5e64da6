import { errorMessages, type ErrorCode } from '@/lib/contact/messages';
import { countCallFailure } from '@/lib/server/call-failure';
import { endpoint } from '@/lib/server/http';
import { admitCall } from '@/lib/server/rate-limit';

// Nobody reads the answer to this report.
const messages = Object.fromEntries(
  Object.keys(errorMessages).map((code) => [code, 'This report was not accepted.']),
) as Record<ErrorCode, string>;

// POST counts a failed call: an anonymous kind and stage, both from closed sets.
const { POST, other } = endpoint({
  accepts: ['application/json'],
  messages,
  admit: admitCall,
  handle: countCallFailure,
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
