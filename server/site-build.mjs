import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The record of a finished build, which the server reads.
 * @typedef {object} SiteBuild
 * @property {string} siteUrl
 * @property {string | undefined} [sourceHash]
 * @property {Record<string, string> | undefined} [settings] that are fixed at build time
 * @property {Record<string, { sha256: string, inlineScripts: string[] }>} pages by path
 * @property {string[]} files
 * @property {string[]} routes
 * @property {string[]} dynamicRoutes
 * @property {Record<string, string[]>} [laterChunks] by the chunk that imports them, if deferred
 */

export const SITE_BUILD_FILE = 'site-build.json';

/** @param {string} distDir Next's output folder @returns {SiteBuild | undefined} */
export function readSiteBuild(distDir) {
  const file = join(distDir, SITE_BUILD_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @param {string} distDir @throws {Error} when there is no finished build */
export function requireSiteBuild(distDir) {
  const build = readSiteBuild(distDir);
  if (!build) throw new Error('There is no finished build. Run "npm run build" first.');
  return build;
}

/** @param {string} distDir @param {SiteBuild} build */
export function writeSiteBuild(distDir, build) {
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(build));
}
