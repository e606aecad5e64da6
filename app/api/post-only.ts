import { createMethodRefusal } from '@/lib/server/endpoint';

// A route that only takes posts exports these, too: Next calls a method's handler by its name.
const refuse = createMethodRefusal('POST');

export {
  refuse as GET,
  refuse as HEAD,
  refuse as PUT,
  refuse as PATCH,
  refuse as DELETE,
  refuse as OPTIONS,
};
