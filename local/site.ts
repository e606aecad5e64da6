import { join, resolve } from 'node:path';
import { buildSite, getServerFile, isBuilt } from '../scripts/build/build-site';
import type { Processes } from './processes';

const NEXT = resolve('node_modules/next/dist/bin/next');
const HOST = '127.0.0.1';

export interface SiteOptions {
  /** `production` by default. */
  mode?: 'production' | 'development' | undefined;
  port: number;
  siteUrl: string;
  /** Next's output folder, relative to the repository. */
  distDir: string;
  settings: Record<string, string>;
  logDir: string;
}

/** Builds the site if its sources or its URL have changed since the last build. */
export async function buildIfChanged(
  processes: Processes,
  { siteUrl, distDir, logDir }: Pick<SiteOptions, 'siteUrl' | 'distDir' | 'logDir'>,
): Promise<void> {
  if (isBuilt({ siteUrl, distDir })) return;
  console.log('Building the site …');
  await buildSite({ siteUrl, distDir }, (args, buildEnv) => {
    // The check includes all tests, and takes as long as the rest of the build.
    const env = { ...buildEnv, SKIP_TYPE_CHECK: '1' };
    return processes.run({ name: 'the build', args, env, logFile: join(logDir, 'build.log') });
  });
}

export async function startSite(processes: Processes, options: SiteOptions): Promise<void> {
  const { mode = 'production', port, siteUrl, distDir, settings, logDir } = options;
  const isProduction = mode === 'production';
  if (isProduction) await buildIfChanged(processes, options);
  await processes.start({
    name: 'the site',
    args: isProduction ? [getServerFile(distDir)] : [NEXT, 'dev', '-p', String(port), '-H', HOST],
    env: {
      ...process.env,
      NODE_ENV: mode,
      SITE_URL: siteUrl,
      NEXT_DIST_DIR: distDir,
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      LISTEN_HOST: HOST,
      ...settings,
    },
    logFile: join(logDir, 'site.log'),
    ready: isProduction ? /"listening"/ : /Ready in/,
  });
}
