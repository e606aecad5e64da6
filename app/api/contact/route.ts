import { addKeys, redirectToOutcome } from '@/lib/server/contact/form-post';
import { handleContactRequest } from '@/lib/server/contact/contact-request';
import { endpoint } from '@/lib/server/endpoint';

/** The handler counts its limits itself, per form. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    handle: handleContactRequest,
    form: { prepare: addKeys, redirect: redirectToOutcome },
    status: 201,
  },
});
