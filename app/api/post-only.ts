import { createMethodRejection } from '@/lib/server/endpoint';

// A route that only takes posts exports these, too: Next calls a method's handler by its name.
const reject = createMethodRejection('POST');

export {
  reject as GET,
  reject as HEAD,
  reject as PUT,
  reject as PATCH,
  reject as DELETE,
  reject as OPTIONS,
};
