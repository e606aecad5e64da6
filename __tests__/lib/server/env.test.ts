/** @jest-environment node */
import requiredSettings from '@/server/settings/required-settings.json';
import { HSTS_RULE } from '@/server/settings/built-in-settings.mjs';
import { areCallsConfigured, describeEnv } from '@/lib/server/env';

const complete = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
  SITE_URL: 'https://callwright.example/',
} as const;

const jwt = (claims: object | null) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

async function envWith(source: Record<string, string>) {
  const before = process.env;
  process.env = { NODE_ENV: 'test', ...source };
  try {
    jest.resetModules();
    const { getEnv } = await import('@/lib/server/env');
    return getEnv();
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

test.each([
  'sb_publishable_abcdef',
  jwt({ role: 'anon' }),
  jwt({ role: 'authenticated' }),
  jwt({}),
  jwt(null),
])('the public key %p is refused as the secret key', (key) => {
  const { invalid } = describeEnv({ ...complete, SUPABASE_SECRET_KEY: key });
  expect(invalid).toEqual([
    { name: 'SUPABASE_SECRET_KEY', reason: 'is a public key; the server-side key is needed' },
  ]);
});

test.each([
  'sb_secret_abcdef',
  jwt({ role: 'service_role' }),
  'no.json.inside',
  jwt({ role: 'anon' }).replace(/\.[^.]*$/, ''),
  jwt({ role: 'anon' }).replace(/\.[^.]*\./, '..'),
])('the key %p is accepted', (key) => {
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

test('a setting is read without the blanks around it', async () => {
  const settings = await envWith({
    ...complete,
    VAPI_PUBLIC_KEY: ' key\n',
    SITE_URL: ' http://a/ ',
  });
  expect(settings).toMatchObject({ VAPI_PUBLIC_KEY: 'key', SITE_URL: 'http://a' });
});

test('a name with the byte order mark of its file is the name', () => {
  const { SITE_URL, ...others } = complete;
  const report = describeEnv({ ...others, '\ufeffSITE_URL': SITE_URL });
  expect(report).toMatchObject({ missing: [], invalid: [] });
});

test('the sentence about wrong settings can be told from any other error', async () => {
  const settings = { SUPABASE_SECRET_KEY: 'sb_secret_abcdef', SITE_URL: 'nowhere' };
  await expect(envWith(settings)).rejects.toMatchObject({
    name: 'SettingsError',
    message: 'SUPABASE_URL is missing; SITE_URL must be a web address.',
  });
});

test('settings are read once', async () => {
  jest.resetModules();
  const before = process.env;
  const { getEnv } = await import('@/lib/server/env');
  process.env = { ...complete };
  const first = getEnv();
  process.env = { ...complete, SITE_URL: 'https://other.example' };
  expect(getEnv()).toBe(first);
  process.env = before;
});

test('settings that nobody made have the values of Next itself', async () => {
  expect(await envWith({ ...complete })).toEqual({
    ...complete,
    SITE_URL: 'https://callwright.example',
    NEXT_DIST_DIR: '.next',
    CALLS_PER_DAY: 60,
    CALLS_AT_ONCE: 8,
    CALL_MAX_SECONDS: 300,
    CALLS_OFF: false,
    CALL_RECORDING: false,
    RETENTION_MONTHS: 12,
    HSTS: 'max-age=63072000',
  });
});

test('numbers and switches are read as such', async () => {
  const settings = {
    CALLS_PER_DAY: '0',
    CALLS_AT_ONCE: '10000',
    CALL_MAX_SECONDS: ' 10 ',
    CALLS_OFF: 'true',
    CALL_RECORDING: 'false',
  };
  expect(await envWith({ ...complete, ...settings })).toMatchObject({
    CALLS_PER_DAY: 0,
    CALLS_AT_ONCE: 10_000,
    CALL_MAX_SECONDS: 10,
    CALLS_OFF: true,
    CALL_RECORDING: false,
  });
});

test.each([
  ['VAPI_API_URL', 'mailto:a@b.cz', 'must be a web address'],
  ['VAPI_CALL_MACHINE_URL', 'file:///x', 'must be a web address'],
  ['OUTREACH_REPLY_URL', 'javascript:alert(1)', 'must be a web or mail address'],
  ['OUTREACH_REPLY_URL', 'xhttps://b.cz', 'must be a web or mail address'],
  ['OUTREACH_REPLY_URL', 'httpsx://b.cz', 'must be a web or mail address'],
  ['SUPABASE_URL', 'project', 'must be a web address'],
  ['SUPABASE_URL', 'xhttps://b.cz', 'must be a web address'],
  ['SUPABASE_URL', 'httpsx://b.cz', 'must be a web address'],
  ['ALERT_WEBHOOK_URL', 'mailto:a@b.cz', 'must be a web address'],
  ['ALERT_WEBHOOK_URL', 'xhttps://b.cz', 'must be a web address'],
  ['ALERT_WEBHOOK_URL', 'httpsx://b.cz', 'must be a web address'],
  ['ALERT_SMTP_URL', 'https://b.cz', 'must be an address like smtps://user:password@host'],
  ['ALERT_SMTP_URL', 'xsmtp://b.cz', 'must be an address like smtps://user:password@host'],
  ['ALERT_SMTP_URL', 'smtpx://b.cz', 'must be an address like smtps://user:password@host'],
  ['ALERT_MAIL_TO', 'eva', 'must be a mail address, or several with commas between'],
  ['ALERT_MAIL_TO', 'a@b.cz c@d.cz', 'must be a mail address, or several with commas between'],
  ['ALERT_MAIL_TO', 'a@b.cz,', 'must be a mail address, or several with commas between'],
  ['ALERT_MAIL_TO', ',a@b.cz', 'must be a mail address, or several with commas between'],
  ['ALERT_MAIL_TO', 'eva a@b.cz', 'must be a mail address, or several with commas between'],
  ['ALERT_MAIL_TO', 'a@b.cz eva', 'must be a mail address, or several with commas between'],
  ['BOOKING_URL', 'mailto:a@b.cz', 'must be a web address'],
  ['CRON_SECRET', '15-characters-x', 'must have at least 16 characters'],
  ['CALLS_PER_DAY', 'many', 'must be a number'],
  ['CALLS_PER_DAY', '-1', 'must be at least 0'],
  ['CALLS_PER_DAY', '1000001', 'must be at most 1000000'],
  ['CALLS_AT_ONCE', '1.5', 'must be a whole number'],
  ['CALLS_AT_ONCE', '10001', 'must be at most 10000'],
  ['CALL_MAX_SECONDS', '9', 'must be at least 10'],
  ['CALL_MAX_SECONDS', '43201', 'must be at most 43200'],
  ['RETENTION_MONTHS', '0', 'must be at least 1'],
  ['RETENTION_MONTHS', '121', 'must be at most 120'],
  ['RETENTION_MONTHS', '1.5', 'must be a whole number'],
  ['HSTS', 'includeSubDomains', HSTS_RULE],
  ['CALLS_OFF', 'maybe', 'must be true or false'],
  ['TRUSTED_IP_HEADER', 'x real ip', 'must be the name of a header, like x-real-ip'],
  ['TRUSTED_IP_HEADER', '“x-real-ip”', 'must be the name of a header, like x-real-ip'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_a b', 'has characters that no key has'],
  ['VAPI_PRIVATE_KEY', '“private”', 'has characters that no key has'],
  ['VAPI_WEBHOOK_SECRET', 'tajné-slovo', 'must be letters, digits and signs of ASCII'],
  ['VAPI_ASSISTANT_ID', 'a'.repeat(65), 'must have 1 to 64 letters, digits, - or _'],
  ['SUPABASE_URL', 'https://b.cz/a b', 'must be a web address'],
  ['BOOKING_URL', "https://b.cz'", 'must be a web address'],
  ['OUTREACH_REPLY_URL', 'mailto:eva', 'must be a web or mail address'],
  [
    'ALERT_WEBHOOK_KIND',
    'mattermost',
    'must be one of slack, discord, google-chat, teams, ntfy, json',
  ],
  ['HYDRATION', 'late', 'must be plain, or empty'],
  ['PORT', '65536', 'must be at most 65535'],
  ['LISTEN_HOST', '127.0.0.1:3000', 'must be a host or an IP address'],
  ['CALL_RECORDING', 'ja', 'must be true or false'],
])('%s is refused as %p', (name, value, reason) => {
  expect(describeEnv({ ...complete, [name]: value }).invalid).toEqual([{ name, reason }]);
});

test.each([
  'mailto:eva@example.com',
  'mailto:eva@example.com?subject=Let us talk',
  'mailto:eva@b.cz,ota@b.cz',
  'https://callwright.example/reply',
  'http://b.cz',
])('a reply link may be %p', (link) => {
  const report = describeEnv({ ...complete, OUTREACH_REPLY_URL: link });
  expect(report.invalid).toEqual([]);
  expect(report.off.map(({ name }) => name)).not.toContain('OUTREACH_REPLY_URL');
});

test.each([
  ['ALERT_WEBHOOK_URL', 'http://hooks.example/secret'],
  ['ALERT_SMTP_URL', 'smtp://mail'],
  ['ALERT_SMTP_URL', 'smtps://user:p%40ss@mail.example:465'],
  ['ALERT_MAIL_TO', 'a@b.cz'],
  ['ALERT_MAIL_TO', 'a@b.cz, c@d.cz'],
  ['ALERT_MAIL_TO', 'a@b.cz ,  c@d.cz,e@f.cz'],
  ['ALERT_MAIL_TO', 'eva@b.cz, ota@b.cz'],
  ['CRON_SECRET', '16-characters-xx'],
  ['VAPI_WEBHOOK_SECRET', 'correct horse, battery: "staple"'],
  ['SUPABASE_SECRET_KEY', 'a.b-c_d~e+f/g=='],
  ['SUPABASE_URL', 'http://[::1]:54321'],
  ['LISTEN_HOST', '::'],
  ['LISTEN_HOST', '::1'],
  ['LISTEN_HOST', 'localhost'],
  ['PORT', '0'],
])('%s may be %p', (name, value) => {
  expect(describeEnv({ ...complete, [name]: value }).invalid).toEqual([]);
});

test('an optional setting of blanks is off', () => {
  const { off } = describeEnv({ ...complete, VAPI_PUBLIC_KEY: ' ' });
  expect(off).toContainEqual({ name: 'VAPI_PUBLIC_KEY', feature: 'voice calls' });
});

describe('calls', () => {
  const key = { VAPI_PRIVATE_KEY: 'private' };
  const ways = [
    ['a public key', { VAPI_PUBLIC_KEY: 'public' }, true],
    ['a private key and its organisation', { ...key, VAPI_ORG_ID: 'org' }, true],
    ['all three', { ...key, VAPI_ORG_ID: 'org', VAPI_PUBLIC_KEY: 'public' }, true],
    ['a private key alone', key, false],
    ['an organisation alone', { VAPI_ORG_ID: 'org' }, false],
    ['none of them', {}, false],
  ] as const;

  test.each(ways)('with %s they can be made, or are said to be off', (_what, settings, can) => {
    expect(areCallsConfigured(settings)).toBe(can);
    const { off } = describeEnv({ ...complete, ...settings });
    expect(off.some(({ feature }) => feature === 'voice calls')).toBe(!can);
  });

  test('what is off without the other settings of the provider is told by name', () => {
    const { off } = describeEnv({ ...complete, VAPI_PUBLIC_KEY: 'public' });
    expect(off.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['VAPI_PRIVATE_KEY', 'VAPI_ORG_ID', 'VAPI_WEBHOOK_SECRET']),
    );
  });
});

describe('on Vercel', () => {
  const onVercel = { ...complete, VERCEL: '1', VERCEL_URL: 'site-abc.vercel.app' };

  test(
    'the address of a visitor is taken from the header that Vercel sets, and nothing ' +
      'is off for that',
    async () => {
      const { off } = describeEnv(onVercel);
      expect(off.map(({ name }) => name)).not.toContain('TRUSTED_IP_HEADER');
      expect(await envWith(onVercel)).toHaveProperty('TRUSTED_IP_HEADER', 'x-vercel-forwarded-for');
    },
  );

  test('another header is taken where one is named', async () => {
    const settings = await envWith({ ...onVercel, TRUSTED_IP_HEADER: 'CF-Connecting-IP' });
    expect(settings.TRUSTED_IP_HEADER).toBe('cf-connecting-ip');
  });

  test('a preview uses its own origin, even if SITE_URL is set for production', async () => {
    const settings = await envWith({ ...onVercel, VERCEL_ENV: 'preview' });
    expect(settings.SITE_URL).toBe('https://site-abc.vercel.app');
  });

  test('a preview misses no SITE_URL, production does', () => {
    const without = { ...onVercel, SITE_URL: '' };
    expect(describeEnv({ ...without, VERCEL_ENV: 'preview' }).missing).toEqual([]);
    expect(describeEnv({ ...without, VERCEL_ENV: 'production' }).missing).toEqual(['SITE_URL']);
  });
});

test('elsewhere no header is trusted that nobody named', async () => {
  expect(await envWith({ ...complete })).not.toHaveProperty('TRUSTED_IP_HEADER');
});
