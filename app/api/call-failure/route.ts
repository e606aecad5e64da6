import { handleCallFailure } from '@/lib/server/call/call-failure-request';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Counts a failed call by kind and stage. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  messages: 'This report was not accepted.',
  limit: limitCall,
  handle: handleCallFailure,
});
