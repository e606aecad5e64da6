/** @jest-environment node */
import requiredSettings from '@/lib/server/required-settings.json';
import { describeEnv } from '@/lib/server/env';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example/',
} as const;

const jwt = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

async function envWith(source: Record<string, string>) {
  const before = process.env;
  process.env = { NODE_ENV: 'test', ...source };
  try {
    jest.resetModules();
    const { env } = await import('@/lib/server/env');
    return env();
  } finally {
    process.env = before;
  }
}

test('a complete environment has nothing missing and says what is off', () => {
  const report = describeEnv(complete);
  expect(report).toMatchObject({ missing: [], invalid: [] });
  expect(report.off.map(({ name }) => name)).toContain('VAPI_PUBLIC_KEY');
});

test('missing and empty settings are listed by name, the same as npm start does', () => {
  const { missing } = describeEnv({ NODE_ENV: 'test', SUPABASE_URL: ' ' });
  expect(missing).toEqual(requiredSettings);
});

test.each(['sb_publishable_abcdef', jwt({ role: 'anon' }), jwt({ role: 'authenticated' })])(
  'the public key %p is refused as the secret key',
  (key) => {
    const { invalid } = describeEnv({ ...complete, SUPABASE_SECRET_KEY: key });
    expect(invalid).toEqual([
      { name: 'SUPABASE_SECRET_KEY', reason: 'is a public key; the server-side key is needed' },
    ]);
  },
);

test.each(['sb_secret_abcdef', jwt({ role: 'service_role' })])('the key %p is accepted', (key) => {
  expect(describeEnv({ ...complete, SUPABASE_SECRET_KEY: key }).invalid).toEqual([]);
});

test('the error names every problem and no value', async () => {
  const settings = {
    SUPABASE_SECRET_KEY: 'sb_publishable_hidden',
    SITE_URL: 'ftp://hidden.example',
  };
  const error = await envWith(settings).catch((thrown: unknown) => thrown);
  const { message } = error as Error;
  expect(message).toContain('SUPABASE_URL is missing');
  expect(message).toContain('SUPABASE_SECRET_KEY is a public key');
  expect(message).toContain('SITE_URL must be a web address');
  expect(message).not.toContain('hidden');
});

test('the site is known by its origin, and empty optional settings count as unset', async () => {
  const settings = await envWith({
    ...complete,
    VAPI_PUBLIC_KEY: '',
    TRUSTED_IP_HEADER: 'X-Real-IP',
  });
  expect(settings.SITE_URL).toBe('https://callwright.example');
  expect(settings.VAPI_PUBLIC_KEY).toBeUndefined();
  expect(settings.TRUSTED_IP_HEADER).toBe('x-real-ip');
});
