import { handleCallRequest } from '@/lib/server/call/call-request';
import { createEndpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Creates a call for a ticket; the voice SDK sends its request here. */
export const POST = createEndpoint({
  limit: limitCall,
  handle: handleCallRequest,
  status: 201,
  omitsOk: true,
});
export * from '@/app/api/post-only';
