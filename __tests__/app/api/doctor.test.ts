/** @jest-environment node */
import { provideSettings } from '@/__tests__/lib/server/settings';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { GET } from '@/app/api/doctor/route';
import { getEnv } from '@/lib/server/env';
import { createDoctorToken } from '@/lib/server/site-report';

provideSettings();
const logged = collectLogLines();

const createOtherToken = () =>
  createDoctorToken({ ...getEnv(), SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' });

test.each([
  ['no token', () => undefined],
  ['the token of another key', () => `Bearer ${createOtherToken()}`],
  ['the key itself', () => `Bearer ${getEnv().SUPABASE_SECRET_KEY}`],
  ['its token in another scheme', () => `Basic ${createDoctorToken(getEnv())}`],
])('tells nothing to a request with %s', async (_what, getAuthorization) => {
  const authorization = getAuthorization();
  const headers = authorization ? { authorization } : {};
  const response = await GET(new Request('http://localhost/api/doctor', { headers }));
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ ok: false, error: 'unauthorised' });
  expect(JSON.stringify(logged)).not.toMatch(/Bearer|sb_secret/);
});
