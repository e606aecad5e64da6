import { handleCallLeft } from '@/lib/server/call/call-left-request';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Frees the slot of a call that has ended. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  // The page shows its own texts.
  messages: 'The call cannot be made.',
  limit: limitCall,
  handle: handleCallLeft,
  success: 'done',
});
