import { getEnv, type Env } from '@/lib/server/env';

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

/** Changes settings that have been read already. */
export const changeSettings = (more: { [Name in keyof Env]?: Env[Name] | undefined }) =>
  void Object.assign(getEnv(), more);
