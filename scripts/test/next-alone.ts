import { join, resolve } from 'node:path';
import type { Processes } from '../../local/processes';
import { findRandomFreePort } from './test-site';

const NEXT = resolve('node_modules/next/dist/bin/next');

/** Settings of a server whose pages need no database. */
export const settingsWithoutDatabase = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_SECRET_KEY: 'sb_secret_none',
  VAPI_PUBLIC_KEY: 'test',
  VAPI_ASSISTANT_ID: 'test',
};

/**
 * Serves a finished build with `next start`, without our own server, to compare the two.
 *
 * @returns its origin
 * @throws when it does not answer
 */
export async function startNextAlone(
  processes: Processes,
  { siteUrl, distDir, logDir }: { siteUrl: string; distDir: string; logDir: string },
): Promise<string> {
  const port = await findRandomFreePort();
  await processes.start({
    name: 'Next alone',
    args: [NEXT, 'start', '-p', String(port), '-H', '127.0.0.1'],
    env: {
      ...process.env,
      ...settingsWithoutDatabase,
      NODE_ENV: 'production',
      SITE_URL: siteUrl,
      NEXT_DIST_DIR: distDir,
    },
    logFile: join(logDir, 'next-alone.log'),
    ready: /Ready in/,
  });
  return `http://127.0.0.1:${port}`;
}
