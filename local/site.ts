import { join, resolve } from 'node:path';
import { buildSite, isBuilt } from '../scripts/build/build-site';
import { getServerFile } from '../scripts/build/bundle-server';
import { Processes, waitForAnswer } from './processes/processes';

const NEXT = resolve('node_modules/next/dist/bin/next');
const HOST = '127.0.0.1';

export interface SiteOptions {
  /** Messages use this name; `the site` by default. */
  name?: string;
  mode: 'production' | 'development';
  port: number;
  siteUrl: string;
  /** Next's output folder, relative to the repository. */
  distDir: string;
  settings: Record<string, string>;
  logDir: string;
  say: (line: string) => void;
}

/** Builds the site if its sources or its URL have changed since the last build. */
export async function buildIfChanged(
  options: Pick<SiteOptions, 'siteUrl' | 'distDir' | 'logDir' | 'say'>,
  processes?: Processes,
): Promise<void> {
  const { siteUrl, distDir, logDir, say } = options;
  if (isBuilt({ siteUrl, distDir })) return;
  say('Building the site …');
  const runner = processes ?? new Processes();
  const logFile = join(logDir, 'build.log');
  try {
    await buildSite({ siteUrl, distDir }, (args, buildEnv) => {
      // The check includes all tests, and takes as long as the rest of the build.
      const env = { ...buildEnv, SKIP_TYPE_CHECK: '1' };
      return runner.run({ name: 'the build', args, env, logFile });
    });
  } finally {
    if (!processes) await runner.stop();
  }
}

/** Builds the site if needed and serves it on loopback, in development mode with hot reload. */
export async function startSite(processes: Processes, options: SiteOptions): Promise<void> {
  const { name = 'the site', mode, port, siteUrl, distDir, settings, logDir } = options;
  if (mode === 'production') await buildIfChanged(options, processes);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: mode,
    SITE_URL: siteUrl,
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: '1',
    ...settings,
  };
  const isProduction = mode === 'production';
  processes.start({
    name,
    args: isProduction ? [getServerFile(distDir)] : [NEXT, 'dev', '-p', String(port), '-H', HOST],
    env: { ...env, ...(isProduction ? { PORT: String(port), LISTEN_HOST: HOST } : {}) },
    logFile: join(logDir, 'site.log'),
    readyText: isProduction ? '"listening"' : 'Ready in',
  });
  const isReady = () => processes.isListening(name);
  await waitForAnswer(`http://${HOST}:${port}/`, processes.crashed, isReady);
}
