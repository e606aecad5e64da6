import 'server-only';
import type * as z from 'zod';
import { readBuiltInSettings } from '@/lib/settings/built-in-settings';
import { cleanSettings } from '@/lib/settings/settings';
import { readSiteUrl } from '@/lib/settings/site-url';
import { settingsSchema } from '@/lib/settings/rules';

/** The feature that each optional setting turns on. */
const FEATURES_BY_SETTING = {
  VAPI_PUBLIC_KEY: 'voice calls',
  VAPI_PRIVATE_KEY: 'a separate token for each call',
  VAPI_ORG_ID: 'a separate token for each call',
  VAPI_WEBHOOK_SECRET: 'the report of ended calls',
  VAPI_ASSISTANT_ID: 'the voice call on the landing page',
  VAPI_API_URL: 'another address of the voice provider',
  VAPI_CALL_MACHINE_URL: 'a call machine of our own',
  TRUSTED_IP_HEADER: 'the rate limit per address',
  OUTREACH_REPLY_URL: 'the reply link of the outreach page',
  ALERT_WEBHOOK_URL: 'alerts by webhook',
  ALERT_SMTP_URL: 'alerts by mail, and the acknowledgement that visitors get',
  ALERT_MAIL_TO: 'alerts by mail',
  BOOKING_URL: 'the booking link after a request and in the acknowledgement',
  CRON_SECRET: 'background jobs whenever a scheduler asks, not hourly',
} as const;

export type Env = z.output<typeof settingsSchema>;

export type EnvReport = {
  missing: string[];
  /** Settings with an impossible value. Never contains the value. */
  invalid: { name: string; reason: string }[];
  /** Optional settings that are not set, and the features that they turn on. */
  unset: { name: string; feature: string }[];
};

/** Vercel sets this header itself and drops the visitor's. */
const VERCEL_DEFAULTS = { TRUSTED_IP_HEADER: 'x-vercel-forwarded-for' };

/** Returns the cleaned settings of the source, and those that the host implies. */
function collectSettings(source: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const cleaned = { ...source, ...cleanSettings(source) };
  return {
    ...(source['VERCEL'] ? VERCEL_DEFAULTS : {}),
    ...Object.fromEntries(Object.entries(cleaned).filter(([, value]) => value)),
    SITE_URL: readSiteUrl(cleaned),
  };
}

/** Reports what is missing, wrong or off. Never throws, never repeats a value. */
export function describeEnv(source: NodeJS.ProcessEnv = process.env): EnvReport {
  const settings = collectSettings(source);
  const issues = settingsSchema.safeParse(settings).error?.issues ?? [];
  const reasons = new Map(issues.map((issue) => [String(issue.path[0]), issue.message]));
  const problems = [...reasons].map(([name, reason]) => ({ name, reason }));
  return {
    missing: problems.filter(({ reason }) => reason === 'missing').map(({ name }) => name),
    invalid: problems.filter(({ reason }) => reason !== 'missing'),
    unset: Object.entries(FEATURES_BY_SETTING)
      .filter(
        ([name]) =>
          !settings[name] && !(name === 'VAPI_PUBLIC_KEY' && areCallsConfigured(settings)),
      )
      .map(([name, feature]) => ({ name, feature })),
  };
}

/** Whether calls are set up: with a public key, or with what signs a token for each call. */
export const areCallsConfigured = (
  settings: Readonly<
    Partial<Record<'VAPI_PUBLIC_KEY' | 'VAPI_PRIVATE_KEY' | 'VAPI_ORG_ID', string | undefined>>
  >,
) => Boolean(settings.VAPI_PUBLIC_KEY ?? (settings.VAPI_PRIVATE_KEY && settings.VAPI_ORG_ID));

/** Whether this is a serverless host, which restarts a process that exits. */
export const isServerlessHost = () =>
  Boolean(process.env.VERCEL ?? process.env.AWS_LAMBDA_FUNCTION_NAME);

/** Returns the settings in `source`, or undefined if one is missing or wrong. */
export const readEnv = (source: NodeJS.ProcessEnv): Env | undefined =>
  settingsSchema.safeParse(collectSettings(source)).data;

/** Returns the site's public address. Without one, a build has no absolute links. */
export function getSiteUrl(): URL | null {
  const address = readSiteUrl(process.env);
  return address && URL.canParse(address) ? new URL(address) : null;
}

/** How long requests are kept, for pages that are rendered during the build. */
export const getRetentionMonths = () => Number(readBuiltInSettings(process.env).RETENTION_MONTHS);

let cachedEnv: Env | undefined;

/**
 * Returns the settings, read on first use, so that a build needs none. Throws an error that names
 * every missing or invalid setting, never a value.
 */
export function getEnv(): Env {
  cachedEnv ??= readEnv(process.env);
  if (cachedEnv) return cachedEnv;
  const { missing, invalid } = describeEnv();
  const parts = [
    ...missing.map((name) => `${name} is missing`),
    ...invalid.map(({ name, reason }) => `${name} ${reason}`),
  ];
  const error = new Error(`${parts.join('; ')}.`);
  error.name = 'SettingsError';
  throw error;
}
