import 'server-only';
import { createHmac } from 'node:crypto';
import { settingsSchema } from '@/lib/settings/rules';
import { buildContentSecurityPolicy, listScriptHashes } from '@/lib/site/security-headers';
import { getServedBuild } from '@/lib/site/site-build';
import { deriveKey } from './crypto';
import { isReady } from './database/queries';
import { type Env, getEnv } from './env';

/** Each host has its own, and no check of the doctor depends on them. */
const OF_HOST = new Set(['PORT', 'LISTEN_HOST', 'TRUSTED_IP_HEADER']);

const sign = ({ SUPABASE_SECRET_KEY }: Env, ...parts: unknown[]) =>
  createHmac('sha256', deriveKey('doctor v1', SUPABASE_SECRET_KEY))
    .update(JSON.stringify(parts))
    .digest('base64url');

/** Returns what proves to the site that `npm run doctor` has its database key. */
export const createDoctorToken = (env: Env): string => sign(env, 'token');

/** Keyed digests can be compared, but not read. */
export const signSettings = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.keys(settingsSchema.shape)
      .filter((name) => !OF_HOST.has(name))
      .map((name) => [name, sign(env, name, env[name as keyof Env] ?? null)]),
  );

export async function describeSite() {
  const env = getEnv();
  const site = { ready: await isReady(), settings: signSettings(env) };
  if (env.NODE_ENV === 'development') return { ...site, page: null };
  const { pages } = getServedBuild(env.NEXT_DIST_DIR);
  const policy = buildContentSecurityPolicy(listScriptHashes('/', 'page', pages), env);
  return { ...site, page: { sha256: pages['/'].sha256, policy } };
}
