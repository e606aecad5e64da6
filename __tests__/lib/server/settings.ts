import { getEnv, listUnset, type Env } from '@/lib/server/env';
import { shareInProcess } from '@/lib/server/shared-state';
import { IS_MISSING } from '@/lib/settings/rules';
import { findProblems } from '@/lib/settings/settings';

export const SITE = 'https://callwright.example';

/** Sets what a server needs, and more. Call it before anything reads a setting. */
export function provideSettings(more: Record<string, string> = {}) {
  Object.assign(process.env, {
    SITE_URL: SITE,
    SUPABASE_URL: 'https://project.supabase.example',
    SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
    ...more,
  });
}

/** Changes settings that have been read already, until the end of the test. */
export function changeSettings(more: { [Name in keyof Env]?: Env[Name] | undefined }) {
  const env = getEnv();
  for (const [name, value] of Object.entries(more)) {
    // A setting that is not set has no property, which could be replaced.
    if (!(name in env)) Reflect.set(env, name, undefined);
    jest.replaceProperty(env, name as keyof Env, value);
  }
}

/** Makes this a serverless host with valid settings, until the end of the test. */
export function becomeServerless() {
  jest.replaceProperty(process, 'env', { ...process.env, VERCEL: '1' });
  shareInProcess('site.configured', () => true);
}

/** Describes settings: the names of missing ones, what is wrong with others, and what is off. */
export function describeEnv(source: NodeJS.ProcessEnv) {
  const problems = findProblems(source);
  return {
    missing: problems.filter(({ reason }) => reason === IS_MISSING).map(({ name }) => name),
    invalid: problems.filter(({ reason }) => reason !== IS_MISSING),
    unset: listUnset(source),
  };
}
