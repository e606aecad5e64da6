import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBuiltInSettings } from '../../lib/settings/built-in-settings.ts';
import { readSiteBuild } from '../../server/site-build.mjs';
import { finishBuild } from './finish-build.ts';
import { removeRouteTypes } from './route-types.mjs';

/** A build is reused until one of these changes. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'scripts/build',
  'server',
  'next.config.ts',
  'proxy.ts',
  'instrumentation.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/** @typedef {(args: string[], env: NodeJS.ProcessEnv) => Promise<void>} RunNode */
/** @typedef {{ siteUrl: string, distDir: string, run?: RunNode }} BuildOptions */

/** Builds the site for production. Throws when an input is not valid or the build fails. */
export async function buildSite(/** @type {BuildOptions} */ { siteUrl, distDir, run = runNode }) {
  warnIfBrandIsStale();
  const sourceHash = hashSources();
  const settings = readBuiltInSettings(process.env);
  removeRouteTypes();
  await run([resolve('node_modules/next/dist/bin/next'), 'build'], {
    ...process.env,
    NODE_ENV: 'production',
    SITE_URL: siteUrl,
    ...settings,
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: '1',
  });
  finishBuild(distDir, { siteUrl, sourceHash, settings });
}

/** Whether a build is up to date. */
export function isBuilt(/** @type {BuildOptions} */ { siteUrl, distDir }) {
  const built = readSiteBuild(distDir);
  return built?.siteUrl === siteUrl && built.sourceHash === hashSources();
}

/** Old pictures break nothing. Runs another process, because brand/check.ts imports TypeScript. */
function warnIfBrandIsStale() {
  const check = ['--import', 'tsx', 'scripts/brand/check.ts'];
  const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' });
  if (status !== 0) console.warn(`Warning: ${stderr.trim()}`);
}

/** @type {RunNode} */
function runNode(args, env) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error('The build failed.'))));
  });
}

function hashSources() {
  const { TEST_FAULT_ROUTE, HYDRATION } = process.env;
  const settings = JSON.stringify(readBuiltInSettings(process.env));
  const hash = createHash('sha256').update(`${TEST_FAULT_ROUTE} ${HYDRATION} ${settings}`);
  for (const file of SOURCES.flatMap(listFiles))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}
