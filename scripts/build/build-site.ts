import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build as bundle } from 'esbuild';
import { readBuiltInSettings } from '../../lib/settings/settings';
import { finishBuild } from './finish-build';

type RunNode = (args: string[], env: NodeJS.ProcessEnv) => Promise<void>;

/** Throws when an input is not valid or the build fails. */
export async function buildSite(
  { siteUrl, distDir }: { siteUrl: string; distDir: string },
  run: RunNode = runNode,
): Promise<void> {
  const settings = readBuiltInSettings({ ...process.env, SITE_URL: siteUrl });
  removeRouteTypes();
  await run([resolve('node_modules/next/dist/bin/next'), 'build'], {
    ...process.env,
    NODE_ENV: 'production',
    SITE_URL: siteUrl,
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: '1',
  });
  await bundleServer(distDir);
  finishBuild(distDir, settings);
}

/** The folder in Next's output folder that has the bundled server. */
const SERVER_FOLDER = 'site-server';

export const getServerFile = (distDir: string) => join(distDir, SERVER_FOLDER, 'start.mjs');

/** Bundles `server/` into a build, so that it runs without a compiler. Packages stay outside. */
async function bundleServer(distDir: string): Promise<void> {
  await bundle({
    entryPoints: ['server/start.ts'],
    outdir: join(distDir, SERVER_FOLDER),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
}

/** Removes the route types of older builds, which may name routes that no longer exist. */
export function removeRouteTypes(): void {
  for (const distDir of ['.next', '.next-local', '.next-test'])
    rmSync(`${distDir}/types`, { recursive: true, force: true });
}

async function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The build failed.');
}
