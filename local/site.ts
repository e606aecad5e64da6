import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBuiltInSettings } from '../lib/settings/settings';
import { listFiles } from '../lib/site/files';
import { buildSite, getServerFile } from '../scripts/build/build-site';
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

/** A build is reused until one of these changes. */
const SOURCES = `app components lib public scripts/build server next.config.ts proxy.ts
  instrumentation.ts postcss.config.mjs tsconfig.json package.json package-lock.json`.split(/\s+/);

/** Builds the site if its sources or its settings have changed since the last build. */
export async function buildIfChanged(
  processes: Processes,
  { siteUrl, distDir, logDir }: Pick<SiteOptions, 'siteUrl' | 'distDir' | 'logDir'>,
): Promise<void> {
  const hash = hashInputs(siteUrl);
  // Next deletes it with the rest of an older build.
  const hashFile = join(distDir, 'built-from');
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return;
  console.log('Building the site …');
  await buildSite({ siteUrl, distDir }, (args, buildEnv) => {
    // The check includes all tests, and takes as long as the rest of the build.
    const env = { ...buildEnv, SKIP_TYPE_CHECK: '1' };
    return processes.run({ name: 'the build', args, env, logFile: join(logDir, 'build.log') });
  });
  writeFileSync(hashFile, hash);
}

function hashInputs(siteUrl: string): string {
  const settings = readBuiltInSettings({ ...process.env, SITE_URL: siteUrl });
  const hash = createHash('sha256').update(
    JSON.stringify([settings, process.env.TEST_FAULT_ROUTE]),
  );
  for (const source of SOURCES.filter((path) => existsSync(path)))
    for (const file of statSync(source).isDirectory() ? listFiles(source) : [''])
      hash.update(`${source}/${file}\0`).update(readFileSync(join(source, file)));
  return hash.digest('hex');
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
