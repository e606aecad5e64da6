import type { ErrorCode } from '@/lib/api/errors';
import { errorMessages } from '@/lib/contact/messages';
import { personalCopyCs } from '@/lib/content/personal-cs';

// The pages show their own texts for these.
const CALL_REFUSED = 'The call cannot be made.';
const REPORT_REFUSED = 'This report was not accepted.';

/** The sentence of each endpoint that takes posts: one per error code, or one for all. */
const MESSAGES: Readonly<Record<string, string | Partial<Record<ErrorCode, string>>>> = {
  '/api/call-failure': REPORT_REFUSED,
  '/api/call/ended': REPORT_REFUSED,
  '/api/call/left': CALL_REFUSED,
  '/api/call/outcome': REPORT_REFUSED,
  '/api/call/ticket': CALL_REFUSED,
  '/api/call/web': CALL_REFUSED,
  '/api/contact': errorMessages,
  '/api/count': 'This was not counted.',
  '/api/page-error': REPORT_REFUSED,
  // The two database steps have their own.
  '/api/visit': personalCopyCs.visit.failed,
  '/api/visit/input': REPORT_REFUSED,
};

/** Finds the sentence of the endpoint that a request asks; undefined if it takes no posts. */
export function findMessage({ url }: Request, error: ErrorCode): string | undefined {
  const messages = MESSAGES[new URL(url).pathname];
  return typeof messages === 'object' ? (messages[error] ?? errorMessages.internal) : messages;
}
