import 'server-only';
import * as z from 'zod';
import { settingsSchema } from '@/lib/settings/rules';
import {
  areCallsConfigured,
  collectSettings,
  findProblems,
  joinProblems,
} from '@/lib/settings/settings';

const envSchema = settingsSchema.extend({
  NODE_ENV: z.string().optional(),
  NEXT_DIST_DIR: z.string().default('.next'),
});

export type Env = z.output<typeof envSchema>;

export function listUnset(source?: NodeJS.ProcessEnv) {
  const settings = collectSettings(source);
  const isOff = (name: string) =>
    !settings[name] && !(name === 'VAPI_PUBLIC_KEY' && areCallsConfigured(settings));
  return Object.entries(settingsSchema.shape).flatMap(([name, { description: feature }]) =>
    feature && isOff(name) ? [{ name, feature }] : [],
  );
}

/** Whether this is a serverless host, which restarts a process that exits. */
export const isServerlessHost = () =>
  Boolean(process.env.VERCEL ?? process.env.AWS_LAMBDA_FUNCTION_NAME);

export const readEnv = (source?: NodeJS.ProcessEnv): Env | undefined =>
  findProblems(source).length > 0 ? undefined : envSchema.parse(collectSettings(source));

let cachedEnv: Env | undefined;

/**
 * Read on first use, so that a build needs none. Code that commands share names what it reads:
 * they work without the others. The error names every wrong setting, never a value.
 */
export function getEnv<Name extends keyof Env = keyof Env>(...names: Name[]): Pick<Env, Name> {
  cachedEnv ??= readEnv();
  if (cachedEnv) return cachedEnv;
  const isRead = (name: string) => names.length === 0 || names.includes(name as Name);
  const problems = findProblems().filter(({ name }) => isRead(name));
  if (problems.length === 0) {
    const settings = Object.entries(collectSettings()).filter(([name]) => isRead(name));
    return envSchema.partial().parse(Object.fromEntries(settings)) as Pick<Env, Name>;
  }
  const error = new Error(`${joinProblems(problems)}.`);
  error.name = 'SettingsError';
  throw error;
}
