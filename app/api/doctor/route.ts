import { endpoint } from '@/lib/server/endpoint';
import { getEnv } from '@/lib/server/env';
import { matchesSecret, readBearerToken } from '@/lib/server/http/request';
import { createDoctorToken, describeSite } from '@/lib/server/site-report';

/** Tells `npm run doctor`, which has the same database key, how this site is set up. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: async ({ headers }) => {
    if (!matchesSecret(readBearerToken(headers), createDoctorToken(getEnv())))
      return { ok: false, error: 'unauthorised' };
    return { ok: true, body: await describeSite() };
  },
});
