import { createMethodRefusal } from '@/lib/server/endpoint';

// A route that is only read exports these, too. Next derives HEAD from GET.
const refuse = createMethodRefusal('GET');

export { refuse as POST, refuse as PUT, refuse as PATCH, refuse as DELETE, refuse as OPTIONS };
