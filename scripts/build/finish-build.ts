import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { findChunkImports } from './deferral/chunk-imports';
import { findLeaks } from './client-leaks';
import { addCompileHints } from './compile-hints';
import { writeCompressedCopies } from './compressed-copies';
import { addToTraces } from './function-traces';
import { hashInlineScripts } from '../../lib/server/http/inline-script-hashes';
import { findPrerenderedPages, listAddresses, refuseRevalidation } from './prerendered-pages';
import { SITE_BUILD_FILE, type SiteBuild, writeSiteBuild } from '../../lib/settings/site-build';
import { deferHydration } from '../../server/defer-hydration';

/** The server defers `/outreach`, which is not prerendered. */
const DEFERRED_PAGES = ['/'];

/**
 * Prepares the output of `next build` for the server. Throws when client files contain a secret or
 * its name, when a page revalidates, or when hydration cannot be deferred.
 */
export function finishBuild(
  distDir: string,
  { siteUrl, sourceHash, settings }: Pick<SiteBuild, 'siteUrl' | 'sourceHash' | 'settings'>,
): void {
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

const describePage = (html: Buffer) => ({
  sha256: createHash('sha256').update(html).digest('hex'),
  inlineScripts: hashInlineScripts(html.toString()),
});
