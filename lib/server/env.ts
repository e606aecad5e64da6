import 'server-only';
import * as z from 'zod';
import { IS_MISSING, settingsSchema } from '@/lib/settings/rules';
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

const commandSchema = envSchema.partial({
  SUPABASE_URL: true,
  SUPABASE_SECRET_KEY: true,
  SITE_URL: true,
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
 * Read on first use, so that a build needs none. A command may lack required ones, without which a
 * server does not start. The error names every wrong setting, never a value.
 */
export function getEnv(): Env {
  cachedEnv ??= readEnv();
  if (cachedEnv) return cachedEnv;
  const wrong = findProblems().filter(({ reason }) => reason !== IS_MISSING);
  if (wrong.length > 0)
    throw Object.assign(new Error(`${joinProblems(wrong)}.`), { name: 'SettingsError' });
  return commandSchema.parse(collectSettings()) as Env;
}

/** The booking page; `{email}` in its address, encoded or not, stands for the visitor's. */
export const getBookingUrl = (email = '') =>
  getEnv().BOOKING_URL?.replaceAll(/\{email\}|%7Bemail%7D/gi, encodeURIComponent(email));
