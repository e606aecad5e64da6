/** @jest-environment node */
import { type Check, NoAnswerError, ok, type World } from '@/scripts/ops/doctor/check';
import { checkSettings, hideSecrets, runChecks } from '@/scripts/ops/doctor/examine';

const createCheck = (
  name: string,
  needs: string[] = [],
  run: Check['run'] = async () => ok('fine'),
) => ({ name, needs, run });

/** Formats each result as one line. */
const run = async (...checks: Check[]) =>
  (await runChecks(checks, {} as World)).map(({ name, seen }) => `${name}: ${seen}`);

test('a check that throws fails, and only the message of a missing answer is shown', async () => {
  const told = createCheck('told', [], async () => {
    throw new NoAnswerError('no answer from example.com (ECONNREFUSED)');
  });
  const odd = createCheck('odd', [], async () => {
    throw new TypeError('"sb_secret_x" is no header');
  });
  const odder = createCheck('odder', [], () => Promise.reject('sb_secret_x'));
  expect(await run(told, odd, odder)).toEqual([
    'told: no answer from example.com (ECONNREFUSED)',
    'odd: stopped unexpectedly (TypeError)',
    'odder: stopped unexpectedly (string)',
  ]);
});

test('what needs a failed check, also through another, is skipped', async () => {
  const broken = createCheck('broken', [], () => Promise.reject(new Error()));
  const checks = [broken, createCheck('a', ['broken']), createCheck('b', ['a']), createCheck('c')];
  expect(await run(...checks)).toEqual([
    'broken: stopped unexpectedly (Error)',
    'a: not examined, because “broken” has failed',
    'b: not examined, because “broken” has failed',
    'c: fine',
  ]);
});

const createEnv = (settings: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  ...settings,
});
const complete = {
  SITE_URL: 'https://example.com',
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_a',
};

test('replaces every secret by its name', () => {
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
  const text = `a ${Object.values(secrets).join(' b ')} c`;
  const hidden = hideSecrets(`${text} ${text}`, createEnv(secrets));
  for (const [name, value] of Object.entries(secrets)) {
    expect(hidden).not.toContain(value);
    expect(hidden).toContain(`<${name}>`);
  }
});

test('keeps values that are not our secrets', () => {
  const source = createEnv({ ...complete, SUPABASE_SECRET_KEY: '', OTHER_KEY: 'a', KEYBOARD: 'e' });
  expect(hideSecrets('example.com answers', source)).toBe('example.com answers');
});

const runSettingsCheck = (settings: Record<string, string>) => checkSettings(createEnv(settings));

test('is ok if complete, and names optional settings that are not set', () => {
  const outcome = runSettingsCheck(complete);
  expect(outcome.state).toBe('ok');
  expect(outcome.seen).toMatch(/^all valid here; not set: VAPI_PUBLIC_KEY, .*CRON_SECRET$/);
});

test('names a setting without the one that it needs', () => {
  expect(runSettingsCheck({ ...complete, VAPI_PRIVATE_KEY: 'private' })).toMatchObject({
    state: 'failed',
    seen: 'VAPI_PRIVATE_KEY needs VAPI_ORG_ID, which is not set',
  });
});

test('names missing and invalid settings without their values', () => {
  const outcome = runSettingsCheck({
    SUPABASE_SECRET_KEY: 'sb_publishable_x',
    SITE_URL: 'example',
    CALLS_OFF: 'maybe',
  });
  expect(outcome).toEqual({
    state: 'failed',
    seen: expect.stringMatching(
      /^SUPABASE_URL is missing; SUPABASE_SECRET_KEY is a public key.*; SITE_URL must begin with https:.*; CALLS_OFF must be true or false$/,
    ),
    todo: expect.stringContaining('.env.example'),
  });
  expect(JSON.stringify(outcome)).not.toMatch(/publishable_x|maybe/);
});
