import { isReady } from '@/lib/server/database/queries';
import { endpoint } from '@/lib/server/endpoint';

/** Reports whether the process runs, and with `?ready` whether it reaches the database. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  async GET(request) {
    const isReadinessRequested = new URL(request.url).searchParams.has('ready');
    if (isReadinessRequested && !(await isReady())) return { ok: false, error: 'unavailable' };
    return { ok: true };
  },
});
