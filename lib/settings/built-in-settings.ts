import * as z from 'zod';
import { cleanSetting, type Environment } from './settings';

/** Two years, for this host alone. */
export const DEFAULT_HSTS = 'max-age=63072000';
export const DEFAULT_RETENTION_MONTHS = 12;

/** The end of a sentence that starts with the setting's name. */
export const HSTS_RULE =
  'must be max-age=<seconds>, which includeSubDomains and preload may follow after semicolons';
const RETENTION_RULE = 'must be a whole number from 1 to 120';

/** The settings that are fixed at build time, and their rules. */
export const builtInSchema = z.object({
  HSTS: z
    .string()
    .default(DEFAULT_HSTS)
    .transform(parseHsts)
    .pipe(z.string({ error: HSTS_RULE })),
  RETENTION_MONTHS: z
    .string()
    .regex(/^([1-9]\d?|1[01]\d|120)$/, { error: RETENTION_RULE })
    .default(String(DEFAULT_RETENTION_MONTHS)),
});

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
  const { data, error } = builtInSchema.safeParse({
    HSTS: cleanSetting(HSTS) || undefined,
    RETENTION_MONTHS: cleanSetting(RETENTION_MONTHS) || undefined,
  });
  const [issue] = error?.issues ?? [];
  if (!data) throw new Error(`${String(issue?.path[0])} ${issue?.message}.`);
  return data;
}
