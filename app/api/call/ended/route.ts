import {
  handleCallEnded,
  isFromProvider,
  REPORT_MAX_BYTES,
} from '@/lib/server/call/call-ended-request';
import { createEndpoint } from '@/lib/server/endpoint';

/** Receives the provider's report about a call that has ended. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createEndpoint({
  accepts: ['application/json'],
  messages: 'This report was not accepted.',
  isAllowed: isFromProvider,
  maxBytes: REPORT_MAX_BYTES,
  handle: handleCallEnded,
  success: 'done',
});
