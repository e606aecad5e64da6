import { cleanSetting, type Environment } from './clean-settings';

/** Two years, for this host alone. */
export const DEFAULT_HSTS = 'max-age=63072000';

export const DEFAULT_RETENTION_MONTHS = 12;
export const MAX_RETENTION_MONTHS = 120;

/** The end of a sentence that starts with the setting's name. */
export const HSTS_RULE =
  'must be max-age=<seconds>, which includeSubDomains and preload may follow after semicolons';

/** Normalizes Strict-Transport-Security; undefined if a browser would ignore it. */
export function parseHsts(text: string): string | undefined {
  const directives = text
    .toLowerCase()
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean);
  const maxAge = directives.find((directive) => /^max-age=\d{1,10}$/.test(directive));
  if (!maxAge) return undefined;
  const optional = ['includeSubDomains', 'preload'].filter((name) =>
    directives.includes(name.toLowerCase()),
  );
  const known = [maxAge, ...optional];
  return known.length === directives.length ? known.join('; ') : undefined;
}

/** Reads the settings that are fixed at build time. Throws when a value is not valid. */
export function readBuiltInSettings({ HSTS, RETENTION_MONTHS }: Environment) {
  const hsts = parseHsts(cleanSetting(HSTS) || DEFAULT_HSTS);
  if (!hsts) throw new Error(`HSTS ${HSTS_RULE}.`);
  const months = cleanSetting(RETENTION_MONTHS) || String(DEFAULT_RETENTION_MONTHS);
  if (!/^[1-9]\d{0,2}$/.test(months) || Number(months) > MAX_RETENTION_MONTHS)
    throw new Error(`RETENTION_MONTHS must be a whole number from 1 to ${MAX_RETENTION_MONTHS}.`);
  return { HSTS: hsts, RETENTION_MONTHS: months };
}
