import {
  handleCallEnded,
  isFromProvider,
  REPORT_MAX_BYTES,
} from '@/lib/server/call/call-ended-request';
import { endpoint } from '@/lib/server/http/http';

/** Takes the provider's report of a call that is over. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  accepts: ['application/json'],
  messages: 'This report was not accepted.',
  isAllowed: isFromProvider,
  maxBytes: REPORT_MAX_BYTES,
  handle: handleCallEnded,
  success: 'done',
});
