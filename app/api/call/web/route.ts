import { handleCallRequest } from '@/lib/server/call/call-request';
import { endpoint } from '@/lib/server/endpoint';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Creates a call for a ticket; the voice SDK sends its request here. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitCall,
    handle: handleCallRequest,
    status: 201,
  },
});
