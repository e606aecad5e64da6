import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readStamp } from '../scripts/build-stamp.mjs';
import { finishBuild } from '../scripts/finish-build.mjs';
import { forgetRouteTypes } from '../scripts/route-types.mjs';
import { Processes, waitForAnswer } from './processes';

const next = resolve('node_modules/next/dist/bin/next');
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'next.config.ts',
  'proxy.ts',
  'scripts/finish-build.mjs',
  'scripts/client-leaks.mjs',
  'instrumentation.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

export interface SiteOptions {
  mode: 'production' | 'development';
  port: number;
  siteUrl: string;
  /** Next's output folder, relative to the repository. */
  distDir: string;
  /** What the server reads at run time: database, voice. */
  settings: Record<string, string>;
  logDir: string;
  say: (line: string) => void;
}

const environment = (
  mode: SiteOptions['mode'],
  { siteUrl, distDir }: Pick<SiteOptions, 'siteUrl' | 'distDir'>,
): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: mode,
  SITE_URL: siteUrl,
  NEXT_DIST_DIR: distDir,
  NEXT_TELEMETRY_DISABLED: '1',
});

/**
 * Builds the site when its sources or its address changed since the last build.
 *
 * @throws when the build fails
 */
export async function buildSite(
  options: Pick<SiteOptions, 'siteUrl' | 'distDir' | 'logDir' | 'say'>,
  processes?: Processes,
): Promise<void> {
  const { siteUrl, distDir, logDir, say } = options;
  const sourceHash = hashSources();
  const built = readStamp(distDir);
  if (built?.siteUrl === siteUrl && built.sourceHash === sourceHash) return;
  say('Building the site …');
  forgetRouteTypes();
  const runner = processes ?? new Processes();
  try {
    await runner.run({
      name: 'the build',
      args: [next, 'build'],
      env: environment('production', options),
      logFile: join(logDir, 'build.log'),
    });
  } finally {
    if (!processes) await runner.stop();
  }
  finishBuild(distDir, { siteUrl, sourceHash });
}

/**
 * Builds the site where that is needed, then serves it on loopback; in development mode serves it with hot reload
 * instead.
 *
 * @throws when the build fails or the server does not answer
 */
export async function startSite(processes: Processes, options: SiteOptions): Promise<void> {
  const { mode, port, settings, logDir } = options;
  if (mode === 'production') await buildSite(options, processes);
  const env = { ...environment(mode, options), ...settings };
  processes.start({
    name: 'the site',
    args: [next, mode === 'production' ? 'start' : 'dev', '-p', String(port), '-H', '127.0.0.1'],
    env,
    logFile: join(logDir, 'site.log'),
    sign: 'Ready in',
  });
  const isOurs = () => processes.listens('the site');
  await waitForAnswer(`http://127.0.0.1:${port}/`, processes.crashed, isOurs);
}

function hashSources(): string {
  const hash = createHash('sha256').update(
    `${process.env.TEST_FAULT_ROUTE} ${process.env.HYDRATION}`,
  );
  for (const file of sources.filter((path) => existsSync(path)).flatMap(filesBelow)) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
