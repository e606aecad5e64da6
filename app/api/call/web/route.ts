import { handleWebCall } from '@/lib/server/call/web-call-request';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Creates a call for the voice SDK in exchange for a ticket. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  // The page shows its own texts.
  messages: 'The call cannot be made.',
  limit: limitCall,
  handle: handleWebCall,
  omitsOk: true,
});
