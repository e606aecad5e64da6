import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} distDir Next's output folder
 * @returns the file that says what a build was made for
 */
export const stampFile = (distDir) => join(distDir, 'made-for.json');

/**
 * @param {string} distDir Next's output folder
 * @returns {{ siteUrl: string, sourceHash?: string } | undefined} undefined when there is no finished build
 */
export function readStamp(distDir) {
  const file = stampFile(distDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
