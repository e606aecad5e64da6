import { areCallsConfigured } from '@/lib/settings/settings';
import { describeEnv } from '../server/settings';

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
const findInvalid = (more: object) => describeEnv({ ...complete, ...more }).invalid;

test('names every wrong setting, and no value, in a SettingsError', async () => {
  const settings = {
    SUPABASE_SECRET_KEY: 'sb_publishable_hidden',
    SITE_URL: 'ftp://hidden.example',
  };
  await expect(readEnvWith(settings)).rejects.toMatchObject({
    name: 'SettingsError',
    message:
      'SUPABASE_SECRET_KEY is a public key; the server-side key is needed; SITE_URL must begin ' +
      'with https:// and have no path, like https://example.com.',
  });
});

const defaults = {
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
};
const onVercel = { VERCEL: '1', VERCEL_URL: 'site-abc.vercel.app' };

test.each<[what: string, source: Record<string, string>, read: object]>([
  ['defaults', { VAPI_PUBLIC_KEY: '' }, {}],
  [
    'numbers and switches',
    { CALLS_PER_DAY: '0', CALL_MAX_SECONDS: ' 10 ', CALLS_OFF: 'true', CALL_RECORDING: 'false' },
    { CALLS_PER_DAY: 0, CALL_MAX_SECONDS: 10, CALLS_OFF: true },
  ],
  ['a header', { TRUSTED_IP_HEADER: 'X-Real-IP' }, { TRUSTED_IP_HEADER: 'x-real-ip' }],
  ['the header that Vercel sets', onVercel, { TRUSTED_IP_HEADER: 'x-vercel-forwarded-for' }],
  [
    'another header on Vercel',
    { ...onVercel, TRUSTED_IP_HEADER: 'CF-Connecting-IP' },
    { TRUSTED_IP_HEADER: 'cf-connecting-ip' },
  ],
])('reads %s', async (_what, source, read) => {
  expect(await readEnvWith({ ...complete, ...source })).toEqual({ ...defaults, ...read });
});

// `__tests__/lib/settings/built-in-settings.test.ts` has the address of a preview.
test('requires SITE_URL in production, but not in a preview', () => {
  const without = { ...complete, ...onVercel, SITE_URL: '' };
  expect(describeEnv({ ...without, VERCEL_ENV: 'preview' }).missing).toEqual([]);
  expect(describeEnv({ ...without, VERCEL_ENV: 'production' }).missing).toEqual(['SITE_URL']);
});

/** Every sign that ends a user part early, or that `URL` and nodemailer read in another way. */
test.each([
  ...['jan:2024#Heslo', 'jan:2024/Heslo', 'jan:2024?Heslo', 'jan#1:2024', 'jan/1:heslo', 'jan?x'],
  ...['jan:#', 'jan:heslo#', 'jan:he?slo', 'jan:/heslo', '#', ':#', 'jan@firma.cz:20#24'],
  ...['jan@firma.cz:heslo', 'jan:he@slo', 'jan:he:slo', 'jan:he slo', 'jan:he\\slo', 'jan:100%'],
  ...['jan:%zz', 'jan:%2'],
])('says what to encode in a mail server’s user %p', (user) => {
  for (const url of [`smtp://${user}@mail.example`, `smtps://${user}@mail.example:465/?name=a`]) {
    const invalid = findInvalid({ ALERT_SMTP_URL: url });
    const reason = expect.stringContaining('with an encoded user and password') as string;
    expect(invalid).toEqual([{ name: 'ALERT_SMTP_URL', reason }]);
  }
});

/** Nothing fills them in. */
const PLACEHOLDERS = [
  ...['/?name={name}', '/?email={Email}', '/?a={email', '/?a=email}'],
  ...['/?email={{email}}', '/{}'],
];
const NO_WEB = [
  ...['https://b.cz/x”', 'https://b.cz/x`', 'https://b.cz/a\u200bb', 'https://b.cz/?a=1&amp;b=2'],
  ...['https://b.cz/a\\', '“https://b.cz', 'https://b.cz‘', 'https:b.cz', 'ftp://b.cz'],
];
const NO_MAIL = [
  ...['“eva@b.cz”', '(eva@b.cz)', 'eva@b.cz)', '[eva@b.cz]', 'eva@b.cz.', '`eva@b.cz'],
  ...['eva@b\u202a.cz', 'eva'],
];

const refused: [names: string, values: string[]][] = [
  [
    'ALERT_WEBHOOK_URL VAPI_API_URL BOOKING_URL OUTREACH_REPLY_URL SUPABASE_URL',
    ['https://jan@a.example', 'http://jan:he:slo@a.example', 'https://:@a.example'],
  ],
  [
    'BOOKING_URL',
    [...NO_WEB, 'mailto:a@b.cz', 'b.cz/x', 'localhost:3000', 'https://b.cz.{email}/'],
  ],
  ['VAPI_API_URL VAPI_CALL_MACHINE_URL ALERT_WEBHOOK_URL', ['b.cz/x']],
  [
    'SITE_URL',
    [...NO_WEB, 'b.cz', 'localhost:3000', 'https://b.cz/x', 'https://b.cz?x', 'https://b.cz#'],
  ],
  [
    'SUPABASE_URL',
    [
      ...['project', 'xhttps://b.cz', 'httpsx://b.cz', 'https://b.cz/a b', "https://b.cz'"],
      ...['https://abcd.supabase.co/rest/v1', 'https://abcd.supabase.co/auth/v1/'],
      ...['https://supabase.com/dashboard/project/abcd', 'abcd.supabase.co', 'abcd'],
      'postgresql://postgres:word@db.abcd.supabase.co:5432/postgres',
    ],
  ],
  [
    'OUTREACH_REPLY_URL',
    [
      ...[...NO_WEB, ...NO_MAIL.map((address) => `mailto:${address}?subject=Hovor`)],
      ...['javascript:alert(1)', 'xhttps://b.cz', 'eva@b.cz', 'https://b.cz/a b'],
      'mailto:eva@b.cz?subject=“a”',
    ],
  ],
  ['ALERT_SMTP_URL', ['https://b.cz', 'xsmtp://b.cz', 'smtpx://b.cz', 'smtp://jan:2#H']],
  [
    'ALERT_MAIL_TO',
    [...NO_MAIL, 'a@b.cz,', ',a@b.cz', 'eva a@b.cz', 'a@b.cz eva', 'a@b.cz c@d.cz'],
  ],
  [
    'ALERT_WEBHOOK_SECRET',
    ['correct horse', 'whsec_', SECRET.slice(4), `whsec_${SECRET}=`, SECRET.repeat(3)],
  ],
  ['CRON_SECRET', ['15-characters-x']],
  ['CALLS_PER_DAY', ['many', '-1', '1000001']],
  ['CALLS_AT_ONCE', ['0', '1.5', '10001']],
  ['CALL_MAX_SECONDS', ['9', '43201']],
  ['PORT', ['0', '65536']],
  ['LISTEN_HOST', ['127.0.0.1:3000']],
  [
    'HSTS',
    [
      ...['preload; max-age=300', 'max-age=300;', '63072000', 'max-age=', 'max-age=two years'],
      ...['max-age = 300', 'max-age=300, preload', 'max-age=300; preload; preload'],
      ...['max-age=300; includeSubDomains=true', 'max-age=300\r\nSet-Cookie: a=b'],
      ...['includeSubDomains', 'max-age=12345678901'],
    ],
  ],
  ['RETENTION_MONTHS', ['0', '121', '1.5', 'twelve']],
  ['CALLS_OFF CALL_RECORDING', ['maybe', 'ja']],
  ['TRUSTED_IP_HEADER', ['x real ip', '“x-real-ip”', 'Forwarded']],
  ['BOOKING_URL', PLACEHOLDERS.map((path) => `https://b.cz${path}`)],
  [
    'SUPABASE_SECRET_KEY',
    [
      'sb_publishable_abcdef',
      ...[{ role: 'anon' }, { role: 'authenticated' }, {}, null].map(createJwt),
    ],
  ],
  ['SUPABASE_SECRET_KEY VAPI_PRIVATE_KEY', ['sb_secret_a b', '“private”']],
  ['VAPI_WEBHOOK_SECRET', ['tajné-slovo']],
  ['VAPI_ASSISTANT_ID', ['a'.repeat(65)]],
  ['ALERT_WEBHOOK_KIND', ['x']],
];

test.each(
  refused.flatMap(([names, values]) =>
    names.split(' ').flatMap((name) => values.map((value) => [name, value] as const)),
  ),
)('refuses %s as %p', (name, value) => {
  // Not only that its partner is missing.
  const reason = expect.not.stringMatching(/^needs /) as string;
  expect(findInvalid({ [name]: value })).toEqual([{ name, reason }]);
});

test.each([
  ['OUTREACH_REPLY_URL', 'mailto:eva@example.com?subject=Let us talk'],
  ['OUTREACH_REPLY_URL', 'mailto:eva@b.cz,ota@b.cz'],
  ['OUTREACH_REPLY_URL', 'mailto:eva@b.cz?subject=Dobrý den, mám zájem'],
  ['OUTREACH_REPLY_URL', 'https://cal.example/@callwright'],
  ['OUTREACH_REPLY_URL', 'http://b.cz'],
  ['ALERT_WEBHOOK_URL', 'http://localhost:8080/secret?a=b#c'],
  ['ALERT_SMTP_URL', 'smtp://mail'],
  ['TRUSTED_IP_HEADER', 'X-Forwarded-For'],
  ['ALERT_SMTP_URL', 'smtp://jan%40firma.cz:%23%2F%3F%3A%25%5C%20+$&!~@mail.example:587'],
  ['ALERT_SMTP_URL', 'smtp://jan@mail.example/?tls.rejectUnauthorized=false&name=a'],
  ['ALERT_SMTP_URL', 'smtp://:heslo-č@[::1]:2525'],
  ['BOOKING_URL', 'https://cal.example/@callwright?email=a@b.cz#top'],
  ['BOOKING_URL', 'https://cal.example/{email}?email={email}'],
  ['ALERT_MAIL_TO', 'root@localhost,jana@česko.cz,a&b@xn--e1aybc.xn--p1ai'],
  ['ALERT_MAIL_TO', 'eva@b.cz ,  c@d.cz,e@f.cz, ota@b.cz'],
  ['VAPI_WEBHOOK_SECRET', 'correct horse, battery: "staple"'],
  ['SUPABASE_SECRET_KEY', createJwt({ role: 'service_role' })],
  ['SUPABASE_SECRET_KEY', createJwt({ role: 'anon' }).replace(/\.[^.]*\./, '..')],
  ['SUPABASE_SECRET_KEY', 'a.b-c_d~e+f/g=='],
  ['SUPABASE_URL', 'http://[::1]:54321'],
  ['SUPABASE_URL', 'https://supabase.common.example/database/'],
  ...['::', '::1', 'localhost'].map((host) => ['LISTEN_HOST', host]),
  ...['1', '120'].map((months) => ['RETENTION_MONTHS', months]),
  ...['max-age=0', 'max-age=63072000; includeSubDomains; preload', 'max-age=300;preload'].map(
    (text) => ['HSTS', text],
  ),
  ['HSTS', 'Max-Age=300; INCLUDESUBDOMAINS'],
])('accepts %s as %p', (name, value) => {
  const mail = { ALERT_SMTP_URL: 'smtp://mail.example', ALERT_MAIL_TO: 'a@b.cz' };
  expect(findInvalid({ ...mail, [name]: value })).toEqual([]);
});

const url = 'https://hooks.example';
test.each([
  ['VAPI_PRIVATE_KEY', 'key', 'VAPI_ORG_ID', 'org'],
  ['VAPI_ORG_ID', 'org', 'VAPI_PRIVATE_KEY', 'key'],
  ['ALERT_SMTP_URL', 'smtp://mail.example', 'ALERT_MAIL_TO', 'a@b.cz'],
  ['ALERT_MAIL_TO', 'a@b.cz', 'ALERT_SMTP_URL', 'smtp://mail.example'],
  ['ALERT_WEBHOOK_KIND', 'slack', 'ALERT_WEBHOOK_URL', url],
  ['ALERT_WEBHOOK_SECRET', SECRET, 'ALERT_WEBHOOK_URL', url],
])('refuses %s=%s without %s', (name, value, partner, partnerValue) => {
  const needs = [{ name, reason: `needs ${partner}, which is not set` }];
  for (const nothing of [{}, { [partner]: ' ""' }])
    expect(findInvalid({ [name]: value, ...nothing })).toEqual(needs);
  expect(findInvalid({ [name]: value, [partner]: partnerValue })).toEqual([]);
});

const key = { VAPI_PRIVATE_KEY: 'private' };
test.each([
  ['a public key', { VAPI_PUBLIC_KEY: 'public' }, true],
  ['a private key and its organization', { ...key, VAPI_ORG_ID: 'org' }, true],
  ['a private key alone', key, false],
  ['an organization alone', { VAPI_ORG_ID: 'org' }, false],
  ['none of them', {}, false],
] as const)('calls with %s can be made, or are reported off', (_what, settings, areConfigured) => {
  expect(areCallsConfigured(settings)).toBe(areConfigured);
  const { unset } = describeEnv({ ...complete, ...settings });
  expect(unset.some(({ feature }) => feature === 'voice calls')).toBe(!areConfigured);
});
