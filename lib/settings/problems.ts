import { type Environment, type Settings, settingsSchema } from './settings';

/** `reason` is the rest of a sentence that begins with the name. It never holds the value. */
export type SettingProblem = { name: string; reason: string };

/** Settings that do nothing without another one. */
const PARTNERS: Partial<Record<keyof Settings, keyof Settings>> = {
  VAPI_PRIVATE_KEY: 'VAPI_ORG_ID',
  VAPI_ORG_ID: 'VAPI_PRIVATE_KEY',
  ALERT_SMTP_URL: 'ALERT_MAIL_TO',
  ALERT_MAIL_TO: 'ALERT_SMTP_URL',
  ALERT_WEBHOOK_KIND: 'ALERT_WEBHOOK_URL',
  ALERT_WEBHOOK_SECRET: 'ALERT_WEBHOOK_URL',
};

/** Lists the settings that are missing, invalid or without their partner, from clean ones. */
export function findProblems(source: Environment): SettingProblem[] {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const invalid = settingsSchema.safeParse(settings).error?.issues ?? [];
  const halfSet = Object.entries(PARTNERS).filter(
    ([name, partner]) => settings[name] && !settings[partner],
  );
  const reasons = new Map([
    ...halfSet.map(([name, partner]) => [name, `needs ${partner}, which is not set`] as const),
    // Its own rule says more.
    ...invalid.map(({ path, message }) => [String(path[0]), message] as const),
  ]);
  return Array.from(reasons, ([name, reason]) => ({ name, reason }));
}

/** Joins problems to a sentence, without its full stop. */
export const joinProblems = (problems: readonly SettingProblem[]) =>
  problems.map(({ name, reason }) => `${name} ${reason}`).join('; ');
