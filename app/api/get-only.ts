import { createMethodRejection } from '@/lib/server/endpoint';

// A route that is only read exports these, too. Next derives HEAD from GET.
const reject = createMethodRejection('GET');

export { reject as POST, reject as PUT, reject as PATCH, reject as DELETE, reject as OPTIONS };
