/** @jest-environment node */
import { areCallsConfigured, REQUIRED_SETTINGS } from '@/lib/settings/settings';
import { HSTS_RULE, WEBHOOK_KINDS } from '@/lib/settings/rules';
import { describeEnv } from './settings';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example/',
} as const;

const createJwt = (claims: object | null) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** 24 bytes. */
const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function readEnvWith(source: Record<string, string>) {
  jest.replaceProperty(process, 'env', { NODE_ENV: 'test', ...source });
  jest.resetModules();
  const { getEnv } = await import('@/lib/server/env');
  return getEnv();
}

test('finds nothing missing in a complete environment, and names what is off', () => {
  for (const more of [{}, { VAPI_PUBLIC_KEY: ' ' }]) {
    const report = describeEnv({ ...complete, ...more });
    expect(report).toMatchObject({ missing: [], invalid: [] });
    expect(report.unset).toContainEqual({ name: 'VAPI_PUBLIC_KEY', feature: 'voice calls' });
  }
});

test('lists missing and empty settings by name, like npm start', () => {
  const { missing } = describeEnv({ NODE_ENV: 'test', SUPABASE_URL: ' ' });
  expect(missing).toEqual(REQUIRED_SETTINGS);
});

test.each([
  'sb_publishable_abcdef',
  createJwt({ role: 'anon' }),
  createJwt({ role: 'authenticated' }),
  createJwt({}),
  createJwt(null),
])('refuses the public key %p as the secret key', (key) => {
  const { invalid } = describeEnv({ ...complete, SUPABASE_SECRET_KEY: key });
  expect(invalid).toEqual([
    { name: 'SUPABASE_SECRET_KEY', reason: 'is a public key; the server-side key is needed' },
  ]);
});

test.each([
  'sb_secret_abcdef',
  createJwt({ role: 'service_role' }),
  'no.json.inside',
  createJwt({ role: 'anon' }).replace(/\.[^.]*\./, '..'),
])('accepts the key %p', (key) => {
  expect(describeEnv({ ...complete, SUPABASE_SECRET_KEY: key }).invalid).toEqual([]);
});

test('names every problem, and no value, in a SettingsError', async () => {
  const settings = {
    SUPABASE_SECRET_KEY: 'sb_publishable_hidden',
    SITE_URL: 'ftp://hidden.example',
  };
  await expect(readEnvWith(settings)).rejects.toMatchObject({
    name: 'SettingsError',
    message:
      'SUPABASE_URL is missing; SUPABASE_SECRET_KEY is a public key; the server-side key is ' +
      'needed; SITE_URL must begin with https:// and have no path, like https://example.com.',
  });
});

test('cleans settings: blanks go, the site is its origin, empty ones are unset', async () => {
  const keys = { VAPI_PUBLIC_KEY: '', VAPI_PRIVATE_KEY: 'key', VAPI_ORG_ID: ' org\n' };
  const own = { ...keys, SITE_URL: ' http://a/ ' };
  const settings = await readEnvWith({ ...complete, ...own, TRUSTED_IP_HEADER: 'X-Real-IP' });
  expect(settings).toMatchObject({
    SITE_URL: 'http://a',
    VAPI_ORG_ID: 'org',
    TRUSTED_IP_HEADER: 'x-real-ip',
  });
  expect(settings.VAPI_PUBLIC_KEY).toBeUndefined();
});

test('ignores the byte order mark of a settings file', () => {
  const { SITE_URL, ...others } = complete;
  const report = describeEnv({ ...others, '\ufeffSITE_URL': SITE_URL });
  expect(report).toMatchObject({ missing: [], invalid: [] });
});

test('reads settings once', async () => {
  jest.resetModules();
  const { getEnv } = await import('@/lib/server/env');
  jest.replaceProperty(process, 'env', { ...complete });
  const first = getEnv();
  jest.replaceProperty(process, 'env', { ...complete, SITE_URL: 'https://other.example' });
  expect(getEnv()).toBe(first);
});

test('uses the defaults for settings that are not set', async () => {
  expect(await readEnvWith({ ...complete })).toEqual({
    ...complete,
    SITE_URL: 'https://callwright.example',
    NEXT_DIST_DIR: '.next',
    CALLS_PER_DAY: 60,
    CALLS_AT_ONCE: 8,
    CALL_MAX_SECONDS: 300,
    CALLS_OFF: false,
    CALL_RECORDING: false,
    PROSPECT_ALERTS_OFF: false,
    WEEKLY_SUMMARY_OFF: false,
    RETENTION_MONTHS: 12,
    HSTS: 'max-age=63072000',
  });
});

test('reads numbers and switches', async () => {
  const settings = {
    CALLS_PER_DAY: '0',
    CALLS_AT_ONCE: '10000',
    CALL_MAX_SECONDS: ' 10 ',
    CALLS_OFF: 'true',
    CALL_RECORDING: 'false',
  };
  expect(await readEnvWith({ ...complete, ...settings })).toMatchObject({
    CALLS_PER_DAY: 0,
    CALLS_AT_ONCE: 10_000,
    CALL_MAX_SECONDS: 10,
    CALLS_OFF: true,
    CALL_RECORDING: false,
  });
});

const USER = 'must have no user and password';
const SMTP =
  'must be an address like smtps://user:password@host, with an encoded user and password: ' +
  '# as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25, \\ as %5C and a space as %20';

/** Every sign that ends a user part early, or that `URL` and nodemailer read in another way. */
const UNENCODED = [
  ...['jan:2024#Heslo', 'jan:2024/Heslo', 'jan:2024?Heslo', 'jan#1:2024', 'jan/1:heslo', 'jan?x'],
  ...['jan:#', 'jan:heslo#', 'jan:he?slo', 'jan:/heslo', '#', ':#', 'jan@firma.cz:20#24'],
  ...['jan@firma.cz:heslo', 'jan:he@slo', 'jan:he:slo', 'jan:he slo', 'jan:he\\slo', 'jan:100%'],
  ...['jan:%zz', 'jan:%2'],
];

test.each([
  ...UNENCODED.flatMap((user) => [
    ['ALERT_SMTP_URL', `smtp://${user}@mail.example`],
    ['ALERT_SMTP_URL', `smtps://${user}@mail.example:465/?tls.servername=a`],
  ]),
  ['ALERT_SMTP_URL', 'smtp://jan:2024#Heslo'],
])('refuses %s as %p, and says what to encode', (name, value) => {
  const { invalid } = describeEnv({ ...complete, [name]: value });
  expect(invalid).toEqual([{ name, reason: SMTP }]);
  expect(JSON.stringify(invalid)).not.toMatch(/2024|Heslo|heslo|jan/);
});

test.each(
  ['jan', 'jan:heslo', 'jan:he:slo', ':'].flatMap((user) => [
    ['ALERT_WEBHOOK_URL', `https://${user}@hooks.example/secret`],
    ['SUPABASE_URL', `https://${user}@database.example`],
    ['VAPI_API_URL', `http://${user}@127.0.0.1:4000`],
    ['BOOKING_URL', `https://${user}@book.example`],
    ['OUTREACH_REPLY_URL', `https://${user}@book.example`],
  ]),
)('refuses the user and password of %s=%p', (name, value) => {
  expect(describeEnv({ ...complete, [name]: value }).invalid).toEqual([{ name, reason: USER }]);
});

const WEB = 'must be a web address that begins with https://, like https://example.com';
const SITE = 'must begin with https:// and have no path, like https://example.com';
const API =
  'must be the project’s API address, like https://abcd.supabase.co (Project Settings → Data API)';
const REPLY = 'must begin with https:// or mailto:, like mailto:eva@example.com';
const mail = { ALERT_SMTP_URL: 'smtp://mail.example', ALERT_MAIL_TO: 'a@b.cz' };

test.each([
  ...['VAPI_API_URL', 'VAPI_CALL_MACHINE_URL', 'ALERT_WEBHOOK_URL', 'BOOKING_URL'].flatMap((name) =>
    ['mailto:a@b.cz', 'b.example/x', 'localhost:3000'].map((value) => [name, value, WEB]),
  ),
  ...[
    'ftp://b.cz',
    'b.cz',
    'localhost:3000',
    'https://b.cz/x',
    'https://b.cz?x',
    'https://b.cz#',
  ].map((value) => ['SITE_URL', value, SITE]),
  ...['project', 'xhttps://b.cz', 'httpsx://b.cz', 'https://b.cz/a b', "https://b.cz'"].map(
    (value) => ['SUPABASE_URL', value, API],
  ),
  ...[
    'https://abcd.supabase.co/rest/v1',
    'https://abcd.supabase.co/rest/v1/',
    'https://abcd.supabase.co/auth/v1',
    'https://supabase.com/dashboard/project/abcd',
    'postgresql://postgres:word@db.abcd.supabase.co:5432/postgres',
    'abcd.supabase.co',
    'abcd',
  ].map((value) => ['SUPABASE_URL', value, API]),
  ...['javascript:alert(1)', 'xhttps://b.cz', 'mailto:eva', 'eva@b.cz', 'b.cz/book'].map(
    (value) => ['OUTREACH_REPLY_URL', value, REPLY],
  ),
  ...['https://b.cz', 'xsmtp://b.cz', 'smtpx://b.cz'].map((value) => [
    'ALERT_SMTP_URL',
    value,
    SMTP,
  ]),
  ...['eva', 'a@b.cz,', ',a@b.cz', 'eva a@b.cz', 'a@b.cz eva', 'a@b.cz c@d.cz'].map((value) => [
    'ALERT_MAIL_TO',
    value,
    'must be a mail address, or several with commas between',
  ]),
  ...['correct horse', 'whsec_', SECRET.slice(4), `whsec_${SECRET}=`, SECRET.repeat(3)].map(
    (value) => [
      'ALERT_WEBHOOK_SECRET',
      value,
      'must be whsec_ and 24 to 64 bytes in base64, as `openssl rand -base64 32` prints',
    ],
  ),
  ['CRON_SECRET', '15-characters-x', 'must have at least 16 characters'],
  ['CALLS_PER_DAY', 'many', 'must be a whole number from 0 to 1000000'],
  ['CALLS_PER_DAY', '-1', 'must be a whole number from 0 to 1000000'],
  ['CALLS_PER_DAY', '1000001', 'must be a whole number from 0 to 1000000'],
  ['CALLS_AT_ONCE', '1.5', 'must be a whole number from 0 to 10000'],
  ['CALLS_AT_ONCE', '10001', 'must be a whole number from 0 to 10000'],
  ['CALL_MAX_SECONDS', '9', 'must be a whole number from 10 to 43200'],
  ['CALL_MAX_SECONDS', '43201', 'must be a whole number from 10 to 43200'],
  ['RETENTION_MONTHS', '0', 'must be a whole number from 1 to 120'],
  ['RETENTION_MONTHS', '121', 'must be a whole number from 1 to 120'],
  ['RETENTION_MONTHS', '1.5', 'must be a whole number from 1 to 120'],
  ['HSTS', 'includeSubDomains', HSTS_RULE],
  ['CALLS_OFF', 'maybe', 'must be true or false'],
  ['TRUSTED_IP_HEADER', 'x real ip', 'must be the name of a header, like x-real-ip'],
  ['TRUSTED_IP_HEADER', '“x-real-ip”', 'must be the name of a header, like x-real-ip'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_a b', 'has characters that no key has'],
  ['VAPI_PRIVATE_KEY', '“private”', 'has characters that no key has'],
  ['VAPI_WEBHOOK_SECRET', 'tajné-slovo', 'must be letters, digits and signs of ASCII'],
  ['VAPI_ASSISTANT_ID', 'a'.repeat(65), 'must have 1 to 64 letters, digits, - or _'],
  ['ALERT_WEBHOOK_KIND', 'x', `must be one of ${WEBHOOK_KINDS.join(', ')}`],
  ['PORT', '65536', 'must be a whole number from 1 to 65535'],
  ['LISTEN_HOST', '127.0.0.1:3000', 'must be a host or an IP address'],
  ['CALL_RECORDING', 'ja', 'must be true or false'],
])('refuses %s as %p', (name, value, reason) => {
  expect(describeEnv({ ...complete, [name]: value }).invalid).toEqual([{ name, reason }]);
});

test.each([
  ['OUTREACH_REPLY_URL', 'mailto:eva@example.com'],
  ['OUTREACH_REPLY_URL', 'mailto:eva@example.com?subject=Let us talk'],
  ['OUTREACH_REPLY_URL', 'mailto:eva@b.cz,ota@b.cz'],
  ['OUTREACH_REPLY_URL', 'https://callwright.example/reply'],
  ['OUTREACH_REPLY_URL', 'http://b.cz'],
  ['ALERT_WEBHOOK_URL', 'http://hooks.example/secret'],
  ['ALERT_SMTP_URL', 'smtp://mail'],
  ['ALERT_SMTP_URL', 'smtps://user:p%40ss@mail.example:465'],
  ['ALERT_SMTP_URL', 'smtp://jan%40firma.cz:%23%2F%3F%3A%25%5C%20+$&!~@mail.example:587'],
  ['ALERT_SMTP_URL', 'smtp://jan@mail.example/?tls.rejectUnauthorized=false&name=a'],
  ['ALERT_SMTP_URL', 'smtp://:heslo-č@[::1]:2525'],
  ['BOOKING_URL', 'https://cal.example/@callwright?email=a@b.cz#top'],
  ['BOOKING_URL', 'https://cal.example?email=a@b.cz'],
  ['OUTREACH_REPLY_URL', 'https://cal.example/@callwright'],
  ['ALERT_WEBHOOK_URL', 'http://localhost:8080/secret?a=b#c'],
  ['ALERT_MAIL_TO', 'a@b.cz'],
  ['ALERT_MAIL_TO', 'eva@b.cz ,  c@d.cz,e@f.cz, ota@b.cz'],
  ['CRON_SECRET', '16-characters-xx'],
  ['VAPI_WEBHOOK_SECRET', 'correct horse, battery: "staple"'],
  ['SUPABASE_SECRET_KEY', 'a.b-c_d~e+f/g=='],
  ['SUPABASE_URL', 'http://[::1]:54321'],
  ['SUPABASE_URL', 'https://abcd.supabase.co/'],
  ['SUPABASE_URL', 'https://supabase.common.example/database/'],
  ...['::', '::1', 'localhost'].map((host) => ['LISTEN_HOST', host]),
  ['PORT', '1'],
])('accepts %s as %p', (name, value) => {
  const report = describeEnv({ ...complete, ...mail, [name]: value });
  expect(report.invalid).toEqual([]);
  expect(report.unset.map((off) => off.name)).not.toContain(name);
});

const url = { ALERT_WEBHOOK_URL: 'https://hooks.example' };
test.each([
  ['VAPI_PRIVATE_KEY', 'key', { VAPI_ORG_ID: 'org' }],
  ['VAPI_ORG_ID', 'org', { VAPI_PRIVATE_KEY: 'key' }],
  ['ALERT_SMTP_URL', mail.ALERT_SMTP_URL, { ALERT_MAIL_TO: mail.ALERT_MAIL_TO }],
  ['ALERT_MAIL_TO', mail.ALERT_MAIL_TO, { ALERT_SMTP_URL: mail.ALERT_SMTP_URL }],
  ['ALERT_WEBHOOK_KIND', 'slack', url],
  ['ALERT_WEBHOOK_SECRET', SECRET, url],
])('refuses %s alone, and names what it needs', async (name, value, partner) => {
  const [needed = ''] = Object.keys(partner);
  const half = { ...complete, VAPI_PUBLIC_KEY: 'public', [name]: value };
  for (const nothing of [{}, { [needed]: ' ""' }])
    expect(describeEnv({ ...half, ...nothing })).toMatchObject({
      missing: [],
      invalid: [{ name, reason: `needs ${needed}, which is not set` }],
    });
  expect(describeEnv({ ...half, ...partner }).invalid).toEqual([]);
  await expect(readEnvWith(half)).rejects.toThrow(`${name} needs ${needed}, which is not set.`);
});

test('of an invalid setting alone, says what is wrong with it', () => {
  const { invalid } = describeEnv({ ...complete, ALERT_MAIL_TO: 'eva', VAPI_ORG_ID: 'org' });
  expect(invalid).toEqual([
    { name: 'VAPI_ORG_ID', reason: expect.stringContaining('VAPI_PRIVATE_KEY') as string },
    { name: 'ALERT_MAIL_TO', reason: 'must be a mail address, or several with commas between' },
  ]);
});

describe('calls', () => {
  const key = { VAPI_PRIVATE_KEY: 'private' };
  const ways = [
    ['a public key', { VAPI_PUBLIC_KEY: 'public' }, true],
    ['a private key and its organization', { ...key, VAPI_ORG_ID: 'org' }, true],
    ['all three', { ...key, VAPI_ORG_ID: 'org', VAPI_PUBLIC_KEY: 'public' }, true],
    ['a private key alone', key, false],
    ['an organization alone', { VAPI_ORG_ID: 'org' }, false],
    ['none of them', {}, false],
  ] as const;

  test.each(ways)('with %s can be made, or are reported off', (_what, settings, areConfigured) => {
    expect(areCallsConfigured(settings)).toBe(areConfigured);
    const { unset } = describeEnv({ ...complete, ...settings });
    expect(unset.some(({ feature }) => feature === 'voice calls')).toBe(!areConfigured);
  });

  test('name what is off without the other settings of the provider', () => {
    const { unset } = describeEnv({ ...complete, VAPI_PUBLIC_KEY: 'public' });
    expect(unset.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['VAPI_PRIVATE_KEY', 'VAPI_ORG_ID', 'VAPI_WEBHOOK_SECRET']),
    );
  });
});

describe('on Vercel', () => {
  const onVercel = { ...complete, VERCEL: '1', VERCEL_URL: 'site-abc.vercel.app' };

  test('trusts the header that Vercel sets, unless another one is named', async () => {
    const { unset } = describeEnv(onVercel);
    expect(unset.map(({ name }) => name)).not.toContain('TRUSTED_IP_HEADER');
    expect(await readEnvWith(onVercel)).toHaveProperty(
      'TRUSTED_IP_HEADER',
      'x-vercel-forwarded-for',
    );
    const settings = await readEnvWith({ ...onVercel, TRUSTED_IP_HEADER: 'CF-Connecting-IP' });
    expect(settings.TRUSTED_IP_HEADER).toBe('cf-connecting-ip');
  });

  test('uses the origin of a preview, even if SITE_URL is set for production', async () => {
    const settings = await readEnvWith({ ...onVercel, VERCEL_ENV: 'preview' });
    expect(settings.SITE_URL).toBe('https://site-abc.vercel.app');
  });

  test('requires SITE_URL in production, but not in a preview', () => {
    const without = { ...onVercel, SITE_URL: '' };
    expect(describeEnv({ ...without, VERCEL_ENV: 'preview' }).missing).toEqual([]);
    expect(describeEnv({ ...without, VERCEL_ENV: 'production' }).missing).toEqual(['SITE_URL']);
  });
});
