import { redirectToOutcome } from '@/lib/server/contact/contact-outcome';
import { handleContactRequest } from '@/lib/server/contact/contact-request';
import { addKeys } from '@/lib/server/contact/form-key';
import { createEndpoint } from '@/lib/server/endpoint';

/**
 * Stores a request for a strategy session. A plain form post is redirected to `/contact`. The
 * handler counts its limits itself, per form.
 */
export const POST = createEndpoint({
  handle: handleContactRequest,
  handlesUnreadable: true,
  form: { prepare: addKeys, redirect: redirectToOutcome },
  status: 201,
});
export * from '@/app/api/post-only';
