import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findLeaks } from './client-leaks';
import { writeCompressedCopies } from './compressed-copies';
import { hashInlineScripts } from '../../lib/site/inline-script-hashes';
import { findPrerenderedPages, listAddresses, refuseRevalidation } from './prerendered-pages';
import { hashContent, listFiles } from '../../lib/site/files';
import { SITE_BUILD_FILE, type SiteBuild, writeSiteBuild } from '../../lib/site/site-build';

/** https://v8.dev/blog/explicit-compile-hints */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
/** Chromium compiles smaller scripts on the main thread, where the hint would slow it down. */
const MIN_BYTES = 30 * 1024;

/**
 * Prepares the output of `next build` for the server. Throws when client files contain a secret or
 * its name, or when a page revalidates. The order matters: hints change files, whose final contents
 * are compressed.
 */
export function finishBuild(
  distDir: string,
  madeFrom: Pick<SiteBuild, 'siteUrl' | 'sourceHash' | 'settings'>,
): void {
  refuseRevalidation(distDir);
  const leaks = findLeaks(distDir);
  if (leaks.length > 0)
    throw new Error(`Server-only settings in client files:\n${leaks.join('\n')}`);
  addCompileHints(distDir);
  const files = findPrerenderedPages(distDir);
  const pages = Object.fromEntries(
    Array.from(files, ([path, file]) => [path, describePage(readFileSync(file))]),
  );
  writeCompressedCopies(distDir);
  addToTraces(distDir, SITE_BUILD_FILE);
  writeSiteBuild(distDir, { ...madeFrom, pages, ...listAddresses(distDir) });
}

const describePage = (html: Buffer) => ({
  sha256: hashContent(html),
  inlineScripts: hashInlineScripts(html.toString()),
});

/** Makes Chromium compile large chunks off the main thread while they load (docs/decisions/021). */
export function addCompileHints(distDir: string): void {
  const folder = join(distDir, 'static', 'chunks');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(folder, name), 'utf8');
    if (Buffer.byteLength(code) >= MIN_BYTES && !code.startsWith(COMPILE_HINT))
      writeFileSync(join(folder, name), COMPILE_HINT + code);
  }
}

/** Adds a file to all traces: a serverless host gives a function only the files of its trace. */
export function addToTraces(distDir: string, file: string): void {
  const folder = join(distDir, 'server');
  for (const name of listFiles(folder).filter((each) => each.endsWith('.nft.json'))) {
    const trace = join(folder, name);
    const content = JSON.parse(readFileSync(trace, 'utf8'));
    const path = relative(dirname(trace), join(distDir, file)).split(sep).join('/');
    const files = [...new Set([...content.files, path])];
    writeFileSync(trace, JSON.stringify({ ...content, files }));
  }
}
