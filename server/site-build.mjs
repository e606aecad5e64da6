import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a finished build says about itself; `lib/server/site-build.ts` checks it before anything is served.
 *
 * @typedef {object} SiteBuild
 * @property {string} siteUrl the origin in its pages
 * @property {string | undefined} [sourceHash] of what it was made from
 * @property {Record<string, string> | undefined} [settings] built-in ones that it was made with
 * @property {Record<string, { sha256: string, inlineScripts: string[] }>} pages prerendered pages by path: the digest of
 *   their HTML, and the CSP sources of their inline scripts
 * @property {Record<string, string[]>} [laterChunks] for each chunk, those that it imports later; without it no page is
 *   deferred
 */

/** Within Next's output folder. */
export const SITE_BUILD_FILE = 'site-build.json';

/** @param {string} distDir Next's output folder */
const fileIn = (distDir) => join(distDir, SITE_BUILD_FILE);

/**
 * @param {string} distDir Next's output folder
 * @returns {SiteBuild | undefined} undefined when there is no finished build
 */
export function readSiteBuild(distDir) {
  const file = fileIn(distDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * @param {string} distDir Next's output folder
 * @returns {SiteBuild}
 * @throws {Error} when there is no finished build
 */
export function requireSiteBuild(distDir) {
  const build = readSiteBuild(distDir);
  if (!build) throw new Error('There is no finished build. Run "npm run build" first.');
  return build;
}

/**
 * @param {string} distDir Next's output folder
 * @param {SiteBuild} build
 */
export function writeSiteBuild(distDir, build) {
  writeFileSync(fileIn(distDir), JSON.stringify(build));
}
