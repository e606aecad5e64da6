import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stampFile } from './build-stamp.mjs';
import { findChunkImports } from './chunk-imports.mjs';
import { findLeaks } from './client-leaks.mjs';
import { addCompileHints } from './compile-hints.mjs';
import { compressCopies } from './compressed-copies.mjs';
import { hashInlineScripts } from './inline-script-hashes.mjs';
import { prerenderedPages, refuseRevalidation } from './prerendered-pages.mjs';
import { deferHydration } from '../../lib/server/defer-hydration.mjs';

/** The prerendered pages that hydrate at the first interaction; `/outreach` is deferred as it is served. */
const DEFERRED_PAGES = ['/'];

/**
 * Makes the output of `next build` ready to be served: adds compile hints to large chunks, defers hydration (unless the
 * setting HYDRATION is `plain`), writes down the hashes of the inline scripts for the content security policy, keeps
 * compressed copies, and stamps the build as finished.
 *
 * @param {string} distDir Next's output folder
 * @param {{ siteUrl: string, sourceHash?: string }} stamp what the build was made for
 * @throws {Error} when a server-only setting reached the client files, when a page would be rendered again later, with
 *   scripts that no hash covers, or when hydration cannot be deferred
 */
export function finishBuild(distDir, stamp) {
  /** @type {(name: string, content: unknown) => void} */
  const write = (name, content) => writeFileSync(join(distDir, name), JSON.stringify(content));
  refuseRevalidation(distDir);
  const leaks = findLeaks(distDir);
  if (leaks.length > 0)
    throw new Error(`Server-only settings in client files:\n${leaks.join('\n')}`);
  addCompileHints(distDir);
  const pages = prerenderedPages(distDir);
  if (process.env.HYDRATION !== 'plain') {
    write('imports.json', findChunkImports(distDir));
    for (const path of DEFERRED_PAGES) {
      const file = pages.get(path);
      if (!file) throw new Error(`${path} is to be deferred, but was not prerendered.`);
      writeFileSync(file, deferHydration(readFileSync(file, 'utf8')));
    }
  }
  const hashes = Array.from(pages, ([path, file]) => [
    path,
    hashInlineScripts(readFileSync(file, 'utf8')),
  ]);
  write('inline-scripts.json', Object.fromEntries(hashes));
  compressCopies(distDir, [...pages.values()]);
  writeFileSync(stampFile(distDir), JSON.stringify(stamp));
}
