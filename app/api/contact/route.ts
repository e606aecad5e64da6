import { errorMessages } from '@/lib/contact/messages';
import { contactPage } from '@/lib/server/contact-outcome';
import { admitContactRequest, submitContactRequest } from '@/lib/server/contact-request';
import { endpoint } from '@/lib/server/http';

// POST stores a request for a strategy session; a plain form post is answered with the page /contact.
const { POST, other } = endpoint({
  accepts: ['application/json', 'application/x-www-form-urlencoded'],
  messages: errorMessages,
  admit: admitContactRequest,
  handle: submitContactRequest,
  page: contactPage,
});

export {
  POST,
  other as GET,
  other as HEAD,
  other as PUT,
  other as PATCH,
  other as DELETE,
  other as OPTIONS,
};
