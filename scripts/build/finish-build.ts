import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { findChunkImports } from './deferral/chunk-imports.ts';
import { findLeaks } from './client-leaks.ts';
import { addCompileHints } from './compile-hints.ts';
import { writeCompressedCopies } from './compressed-copies.ts';
import { addToTraces } from './function-traces.ts';
import { hashInlineScripts } from './inline-script-hashes.ts';
import { findPrerenderedPages, listAddresses, refuseRevalidation } from './prerendered-pages.ts';
import { SITE_BUILD_FILE, writeSiteBuild } from '../../server/site-build.mjs';
import { deferHydration } from '../../server/defer-hydration.ts';

/** The server defers `/outreach`, which is not prerendered. */
const DEFERRED_PAGES = ['/'];

/** @import { SiteBuild } from '../../server/site-build.mjs' */

/**
 * Prepares the output of `next build` for the server. Throws when client files contain a secret or
 * its name, when a page revalidates, or when hydration cannot be deferred.
 * @type {(distDir: string, record: Pick<SiteBuild, 'siteUrl' | 'sourceHash' | 'settings'>) => void}
 */
export function finishBuild(distDir, { siteUrl, sourceHash, settings }) {
  refuseRevalidation(distDir);
  const leaks = findLeaks(distDir);
  if (leaks.length > 0)
    throw new Error(`Server-only settings in client files:\n${leaks.join('\n')}`);
  addCompileHints(distDir);
  const files = findPrerenderedPages(distDir);
  const isDeferred = process.env.HYDRATION !== 'plain';
  if (isDeferred) {
    for (const path of DEFERRED_PAGES) {
      const file = files.get(path);
      if (!file) throw new Error(`${path} is to be deferred, but was not prerendered.`);
      writeFileSync(file, deferHydration(readFileSync(file, 'utf8')));
    }
  }
  const pages = Object.fromEntries(
    Array.from(files, ([path, file]) => [path, describePage(readFileSync(file))]),
  );
  writeCompressedCopies(distDir);
  addToTraces(distDir, SITE_BUILD_FILE);
  writeSiteBuild(distDir, {
    siteUrl,
    sourceHash,
    settings,
    pages,
    ...listAddresses(distDir),
    ...(isDeferred ? { laterChunks: findChunkImports(distDir) } : {}),
  });
}

const describePage = (/** @type {Buffer} */ html) => ({
  sha256: createHash('sha256').update(html).digest('hex'),
  inlineScripts: hashInlineScripts(html.toString()),
});
