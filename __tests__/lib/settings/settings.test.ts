import { readFileSync } from 'node:fs';
import { settingsSchema } from '@/lib/settings/rules';
import { cleanSettings, PARTNERS } from '@/lib/settings/settings';
import { describeEnv } from '@/__tests__/lib/server/settings';
import { readEnv } from '@/lib/server/env';

type Row = [value: string, withColon: 'fine' | 'refused'];

/** A value of each setting, and whether it is still one with a colon at its end. */
const table: Record<keyof typeof settingsSchema.shape, Row> = {
  SITE_URL: ['https://callwright.example', 'fine'],
  SUPABASE_URL: ['https://project.supabase.example', 'fine'],
  SUPABASE_SECRET_KEY: ['sb_secret_abcdef', 'refused'],
  VAPI_PRIVATE_KEY: ['4f0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77', 'refused'],
  VAPI_ORG_ID: ['0b6e9d42-13c8-4f7e-8d25-6a9c7e1f3b08', 'refused'],
  VAPI_PUBLIC_KEY: ['5e0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77', 'refused'],
  VAPI_WEBHOOK_SECRET: ['Tr0ub4dor&3', 'fine'],
  VAPI_ASSISTANT_ID: ['demo-en_1', 'refused'],
  VAPI_API_URL: ['https://voice.example/api', 'fine'],
  VAPI_CALL_MACHINE_URL: ['https://voice.example/machine.js', 'fine'],
  CALLS_PER_DAY: ['60', 'refused'],
  CALLS_AT_ONCE: ['8', 'refused'],
  CALL_MAX_SECONDS: ['300', 'refused'],
  CALLS_OFF: ['true', 'refused'],
  CALL_RECORDING: ['false', 'refused'],
  ALERT_WEBHOOK_URL: ['https://hooks.example/services/T0/B0', 'fine'],
  ALERT_WEBHOOK_KIND: ['google-chat', 'refused'],
  ALERT_WEBHOOK_SECRET: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'refused'],
  ALERT_SMTP_URL: ['smtps://user:p%40ss@mail.example:465', 'refused'],
  ALERT_MAIL_TO: ['a@b.example, c@d.example', 'refused'],
  PROSPECT_ALERTS_OFF: ['true', 'refused'],
  WEEKLY_SUMMARY_OFF: ['true', 'refused'],
  BOOKING_URL: ['https://booking.example/call?a=b', 'fine'],
  CRON_SECRET: ['16-characters-xx', 'fine'],
  TRUSTED_IP_HEADER: ['x-real-ip', 'refused'],
  OUTREACH_REPLY_URL: ['mailto:eva@example.com', 'refused'],
  HSTS: ['max-age=300', 'refused'],
  RETENTION_MONTHS: ['24', 'refused'],
  PORT: ['3000', 'refused'],
  LISTEN_HOST: ['127.0.0.1', 'refused'],
};
const complete = {
  NODE_ENV: 'production',
  SITE_URL: 'https://callwright.example',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
} as const;

test('.env.example and the documentation have every setting', () => {
  const findNames = (file: string, pattern: RegExp) =>
    Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name]) => name).sort();
  const names = Object.keys(settingsSchema.shape).sort();
  expect({
    'this test': Object.keys(table).sort(),
    '.env.example': findNames('.env.example', /^([A-Z_]+)=/gm),
    'docs/configuration.md': findNames('docs/configuration.md', /(?<=^- [^:\n]*)`([A-Z_]+)`/gm),
  }).toEqual({ 'this test': names, '.env.example': names, 'docs/configuration.md': names });
});

describe.each(Object.entries(table))('%s', (name, [value, withColon]) => {
  const partner = PARTNERS[name as keyof typeof table];
  const read = (text: string) => {
    const source = {
      ...complete,
      ...(partner && { [partner]: table[partner][0] }),
      [name]: text,
    };
    return { invalid: describeEnv(source).invalid, settings: readEnv(source) };
  };
  const refusal = { name, reason: expect.any(String) as string };

  test(`is read within quotes, and with a colon at its end is ${withColon}`, () => {
    const quoted = read(`"${value}"`);
    expect(quoted.invalid).toEqual([]);
    expect(quoted.settings).toHaveProperty(name);
    expect(quoted.settings).toEqual(read(value).settings);
    const { invalid } = read(`${value}:`);
    expect(invalid).toEqual(withColon === 'fine' ? [] : [refusal]);
    for (const { reason } of invalid) expect(reason).not.toContain(`${value}:`);
  });

  test('is refused with a single quote, unless it is a password', () => {
    const isPassword = /(VAPI_WEBHOOK|CRON)_SECRET$/.test(name);
    for (const text of [`"${value}`, `${value}"`])
      expect(read(text).invalid).toEqual(isPassword ? [] : [refusal]);
  });
});

test.each(['', '""', "''", ' " " ', '\ufeff'])('a setting is not set by %j', (text) => {
  const source = { ...complete, SITE_URL: text, PORT: text };
  expect(describeEnv(source)).toMatchObject({ invalid: [], missing: ['SITE_URL'] });
});

test.each([
  ['single quotes', { PORT: "'3000'" }, { PORT: '3000' }],
  ['spaces within quotes, and around', { PORT: ' " 3000\t" ' }, { PORT: '3000' }],
  ['a byte order mark and quotes', { PORT: '\ufeff"3000"' }, { PORT: '3000' }],
  ['invisible characters', { PORT: '\u202a3000\u202c\u200b' }, { PORT: '3000' }],
  ['quotes and a line end', { PORT: '"3000"\r\n' }, { PORT: '3000' }],
  ['one pair of quotes only', { CRON_SECRET: `"'secret'"` }, { CRON_SECRET: "'secret'" }],
  ['a byte order mark before a name', { '\ufeffPORT': '3000' }, { PORT: '3000' }],
  ['nothing from other variables', { NODE_OPTIONS: '"--inspect"', EXPORT: '"a"' }, {}],
])('removes %s', (_what, source, cleaned) => {
  expect(cleanSettings(source)).toEqual(cleaned);
});
