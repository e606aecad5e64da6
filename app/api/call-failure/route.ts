import { handleCallFailure } from '@/lib/server/call/call-failure';
import { endpoint } from '@/lib/server/http/http';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Counts a failed call: an anonymous kind and stage, both from closed sets. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  accepts: ['application/json'],
  // Nobody reads the answer.
  messages: 'This report was not accepted.',
  limit: limitCall,
  handle: handleCallFailure,
});
