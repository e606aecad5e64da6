import { describeEnv, listProblems } from '@/lib/server/env';
import { joinProblems } from '@/lib/settings/problems';
import { type Check, failed, ok } from './check';

/** Only our settings count: the value of another variable may be a single letter. */
const SECRET = /^(SUPABASE|VAPI|ALERT|CRON)_(.*_)?(KEY|SECRET|SMTP_URL|WEBHOOK_URL)$/;

/** Replaces the values of secret settings by their names. */
export function hideSecrets(text: string, source: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(source).filter(([name, value]) => SECRET.test(name) && value);
  return secrets.reduce((rest, [name, value = '']) => rest.replaceAll(value, `<${name}>`), text);
}

/** The server checks the same when it starts. All other checks need this one. */
export const createSettingsCheck = (source: NodeJS.ProcessEnv): Check<unknown> => ({
  name: 'settings',
  needs: [],
  run: () => {
    const problems = listProblems(source);
    if (problems.length > 0)
      return failed(joinProblems(problems), '.env.example explains each setting.');
    const names = describeEnv(source)
      .unset.map(({ name }) => name)
      .join(', ');
    return ok(names ? `all valid here; not set: ${names}` : 'all valid here');
  },
});
