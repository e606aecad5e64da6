/** @jest-environment node */
import { databaseChecks } from '@/scripts/ops/doctor/database/database';
import type { Probes } from '@/scripts/ops/doctor/probes';

const settings = { SUPABASE_URL: 'https://project.supabase.example' };

function runCheck(name: string, status: number, code?: string) {
  const queryDatabase = async () => ({ status, code, text: '' });
  const check = databaseChecks.find((each) => each.name === name);
  return check?.run({ settings, queryDatabase } as unknown as Probes);
}

test.each([
  [540, undefined, 'answers 540. The project is paused.', 'Restore it in its dashboard.'],
  [402, undefined, 'answers 402. The project is restricted', 'Billing'],
  [522, undefined, 'answers 522. The site cannot reach its database.', 'SUPABASE_URL'],
  [404, undefined, 'answers 404. SUPABASE_URL is not the address', 'Data API'],
  [503, 'PGRST000', 'answers 503 PGRST000. The site cannot reach its database.', 'dashboard'],
  [401, undefined, 'refuses SUPABASE_SECRET_KEY (401)', 'secret key'],
  [401, 'PGRST301', 'refuses SUPABASE_SECRET_KEY (401)', 'secret key'],
])('says why the database answers %i %s', async (status, code, seen, todo) => {
  expect(await runCheck('database', status, code)).toEqual({
    state: 'failed',
    seen: expect.stringContaining(`project.supabase.example ${seen}`),
    todo: expect.stringContaining(todo),
  });
});

test.each([
  [400, 'P0001', 'refused (P0001). The database refuses requests.', 'triggers'],
  [404, '42883', 'refused (42883). A function is missing.', 'trigger'],
  [503, '53100', 'refused (53100). The disk is full.', 'Enlarge'],
  [540, undefined, 'refused (540). The project is paused.', 'Restore'],
])('says why a request cannot be written: %i %s', async (status, code, seen, todo) => {
  expect(await runCheck('write', status, code)).toEqual({
    state: 'failed',
    seen,
    todo: expect.stringContaining(todo),
  });
});

describe('the secret key', () => {
  const createJwt = (claims: object) =>
    ['{"alg":"HS256"}', JSON.stringify(claims)]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.') + '.signature';
  const judge = (SUPABASE_SECRET_KEY: string) => {
    const check = databaseChecks.find(({ name }) => name === 'secret key');
    return check?.run({ settings: { ...settings, SUPABASE_SECRET_KEY } } as unknown as Probes);
  };

  test.each(['sb_secret_abcdef', 'no.json.inside', createJwt({ role: 'mine' })])(
    '%s is no legacy key',
    (key) => {
      expect(judge(key)).toEqual({ state: 'ok', seen: 'no legacy key' });
    },
  );

  test('that is a JWT of service_role is a legacy one, in a warning without it', () => {
    const key = createJwt({ role: 'service_role', exp: 2_000_000_000 });
    expect(judge(key)).toEqual({
      state: 'warning',
      seen: 'SUPABASE_SECRET_KEY is a legacy service_role key, which ends with the year 2026',
      todo: expect.stringContaining('sb_secret_'),
    });
    expect(JSON.stringify(judge(key))).not.toContain(key);
  });
});
