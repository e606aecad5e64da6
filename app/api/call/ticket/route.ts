import { handleCallTicket } from '@/lib/server/call/call-ticket-request';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Issues a ticket for one call. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  // The page shows its own texts.
  messages: 'The call cannot be made.',
  limit: limitCall,
  handle: handleCallTicket,
  success: 'done',
});
