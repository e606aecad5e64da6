import 'server-only';
import * as z from 'zod';
import {
  areCallsConfigured,
  cleanSettings,
  findProblems,
  joinProblems,
  omitEmpty,
  readBuiltInSettings,
  readSiteUrl,
  type SettingProblem,
  settingsSchema,
} from '@/lib/settings/settings';

const envSchema = settingsSchema.extend({
  /** Set by Next. */
  NODE_ENV: z.string().optional(),
  NEXT_DIST_DIR: z.string().default('.next'),
});

export type Env = z.output<typeof envSchema>;

/** Vercel sets this header itself and drops the visitor's. */
const VERCEL_DEFAULTS = { TRUSTED_IP_HEADER: 'x-vercel-forwarded-for' };

/**
 * Returns the cleaned settings of the source, and those that the host implies. A function of a
 * serverless host may not have run instrumentation.ts, which cleans the process's own.
 */
function collectSettings(source: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const cleaned = { ...source, ...cleanSettings(source) };
  return {
    ...(source['VERCEL'] ? VERCEL_DEFAULTS : {}),
    ...omitEmpty(cleaned),
    SITE_URL: readSiteUrl(cleaned),
  };
}

/** Lists what keeps the site from starting with the settings in `source`. */
export const listProblems = (source: NodeJS.ProcessEnv = process.env): SettingProblem[] =>
  findProblems(collectSettings(source));

/** Lists the optional settings that are not set, and the features that they turn on. */
export function listUnset(source: NodeJS.ProcessEnv = process.env) {
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

/** Returns the settings in `source`, or undefined if one is missing or wrong. */
export const readEnv = (source: NodeJS.ProcessEnv): Env | undefined =>
  listProblems(source).length > 0 ? undefined : envSchema.parse(collectSettings(source));

/** Returns the site's public address. Without one, a build has no absolute links. */
export function getSiteUrl(): URL | null {
  const { SITE_URL: address } = collectSettings(process.env);
  return address && URL.canParse(address) ? new URL(address) : null;
}

/** How long requests are kept, for pages that are rendered during the build. */
export const getRetentionMonths = () =>
  Number(readBuiltInSettings(collectSettings(process.env)).RETENTION_MONTHS);

let cachedEnv: Env | undefined;

/**
 * Returns the settings, read on first use, so that a build needs none. Throws an error that names
 * every missing or wrong setting, never a value.
 */
export function getEnv(): Env {
  cachedEnv ??= readEnv(process.env);
  if (cachedEnv) return cachedEnv;
  const error = new Error(`${joinProblems(listProblems())}.`);
  error.name = 'SettingsError';
  throw error;
}
