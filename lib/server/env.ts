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
  NODE_ENV: z.string().optional(),
  NEXT_DIST_DIR: z.string().default('.next'),
});

export type Env = z.output<typeof envSchema>;

/** Vercel sets this header itself and drops the visitor's. */
const VERCEL_DEFAULTS = { TRUSTED_IP_HEADER: 'x-vercel-forwarded-for' };

/** On a serverless host instrumentation.ts may not have run, which cleans the process's own. */
function collectSettings(source: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const cleaned = { ...source, ...cleanSettings(source) };
  return {
    ...(source['VERCEL'] ? VERCEL_DEFAULTS : {}),
    ...omitEmpty(cleaned),
    SITE_URL: readSiteUrl(cleaned),
  };
}

export const listProblems = (source: NodeJS.ProcessEnv = process.env): SettingProblem[] =>
  findProblems(collectSettings(source));

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

/** Read on first use, so that a build needs none. The error names every setting, never a value. */
export function getEnv(): Env {
  cachedEnv ??= readEnv(process.env);
  if (cachedEnv) return cachedEnv;
  const error = new Error(`${joinProblems(listProblems())}.`);
  error.name = 'SettingsError';
  throw error;
}
