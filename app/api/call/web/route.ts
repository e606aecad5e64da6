import { handleWebCall } from '@/lib/server/call/web-call-request';
import { endpoint } from '@/lib/server/http/http';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Creates a call for the voice SDK, against a ticket. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  accepts: ['application/json'],
  // The page has sentences of its own.
  messages: 'The call cannot be made.',
  limit: limitCall,
  handle: handleWebCall,
  bare: true,
});
