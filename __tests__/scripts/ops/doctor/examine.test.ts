import { type Check, NoAnswerError, type World } from '@/scripts/ops/doctor/check';
import { hideSecrets, runChecks } from '@/scripts/ops/doctor/examine';

test('a check that throws fails, and only the message of a missing answer is shown', async () => {
  const createCheck = (name: string, reason: unknown): Check => ({
    name,
    needs: [],
    run: () => Promise.reject(reason),
  });
  const checks = [
    createCheck('told', new NoAnswerError('no answer from example.com (ECONNREFUSED)')),
    createCheck('odd', new TypeError('"sb_secret_x" is no header')),
    createCheck('odder', 'sb_secret_x'),
  ];
  const results = await runChecks(checks, {} as World);
  expect(results.map(({ name, seen }) => `${name}: ${seen}`)).toEqual([
    'told: no answer from example.com (ECONNREFUSED)',
    'odd: stopped unexpectedly (TypeError)',
    'odder: stopped unexpectedly (string)',
  ]);
});

test('every secret is replaced by its name, and no other value', () => {
  const secrets = {
    SUPABASE_SECRET_KEY: 'sb_secret_a',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_a',
    VAPI_PRIVATE_KEY: 'private',
    VAPI_WEBHOOK_SECRET: 'hook',
    ALERT_WEBHOOK_URL: 'https://chat.example/T000',
    ALERT_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ALERT_SMTP_URL: 'smtps://me:password@mail.example',
    CRON_SECRET: 'sixteen-letters-',
  };
  const others = { SITE_URL: 'https://a.example', VAPI_PUBLIC_KEY: '', OTHER_KEY: ',', KEYS: ' ' };
  const text = Object.values({ ...secrets, ...others }).join(', ');
  const hidden = hideSecrets(`${text} ${text}`, { NODE_ENV: 'test', ...secrets, ...others });
  const names = Object.keys(secrets).map((name) => `<${name}>`);
  const shown = [...names, ...Object.values(others)].join(', ');
  expect(hidden).toBe(`${shown} ${shown}`);
});
