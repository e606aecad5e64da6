import type { ErrorCode } from '@/lib/api/errors';
import { errorMessages } from '@/lib/contact/messages';
import { cs } from '@/lib/content/cs';

// The pages show their own texts for these.
const CALL_REFUSED = 'The call cannot be made.';
const REPORT_REFUSED = 'This report was not accepted.';

/** The sentence of each endpoint that takes posts: one per error code, or one for all. */
const MESSAGES = {
  '/api/call-failure': REPORT_REFUSED,
  '/api/call/ended': REPORT_REFUSED,
  '/api/call/left': CALL_REFUSED,
  '/api/call/ticket': CALL_REFUSED,
  '/api/call/web': CALL_REFUSED,
  '/api/contact': errorMessages,
  '/api/count': 'This was not counted.',
  '/api/page-error': REPORT_REFUSED,
  // The two database steps have their own.
  '/api/visit': cs.visit.failed,
} as const;

export type PostPath = keyof typeof MESSAGES;

export function getMessage(path: PostPath, error: ErrorCode): string {
  const messages: string | Partial<Record<ErrorCode, string>> = MESSAGES[path];
  return typeof messages === 'string' ? messages : (messages[error] ?? errorMessages.internal);
}

/** Finds the sentence of the endpoint that a request asks; undefined if it takes no posts. */
export function findMessage({ url }: Request, error: ErrorCode): string | undefined {
  const path = new URL(url).pathname;
  return Object.hasOwn(MESSAGES, path) ? getMessage(path as PostPath, error) : undefined;
}
