import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hashContent, listFiles } from '../../lib/site/files';
import { normalizePath } from '../../lib/site/routing';
import { SITE_BUILD_FILE, type SiteBuild } from '../../lib/site/site-build';

/** https://v8.dev/blog/explicit-compile-hints */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
/** Chromium compiles smaller scripts on the main thread, where the hint would slow it down. */
const MIN_BYTES = 30 * 1024;

const INLINE_SCRIPT = /<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/gi;
/** A script that is no inline one, or data, which is never run. */
const NOT_RUN = /\ssrc\s*=|\stype\s*=\s*["']?application\/\S*json/i;

/** For what `next build` has just written. The record comes last: it says that all is finished. */
export function finishBuild(distDir: string, settings: SiteBuild['settings']): void {
  addCompileHints(distDir);
  writeCompressedCopies(distDir);
  addToTraces(distDir, SITE_BUILD_FILE);
  const build = { settings, ...listAddresses(distDir) };
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(build));
}

/** Chromium compiles large chunks off the main thread then (docs/decisions/021). */
export function addCompileHints(distDir: string): void {
  const folder = join(distDir, 'static', 'chunks');
  for (const name of listFiles(folder).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(folder, name), 'utf8');
    if (Buffer.byteLength(code) >= MIN_BYTES)
      writeFileSync(join(folder, name), COMPILE_HINT + code);
  }
}

/** server/memory.ts keeps them; `.body` is the response of a prerendered handler. */
function writeCompressedCopies(distDir: string): void {
  const folder = join(distDir, 'compressed');
  mkdirSync(folder);
  const served = { static: /\.(js|css|svg|json)$/, 'server/app': /\.(html|body)$/ };
  for (const [root, pattern] of Object.entries(served))
    for (const name of listFiles(join(distDir, root)).filter((file) => pattern.test(file))) {
      const content = readFileSync(join(distDir, root, name));
      const copies = {
        br: brotliCompressSync(content),
        gzip: gzipSync(content, { level: constants.Z_BEST_COMPRESSION, memLevel: 9 }),
      };
      for (const [coding, bytes] of Object.entries(copies))
        if (bytes.length < content.length)
          writeFileSync(join(folder, `${hashContent(content)}.${coding}`), bytes);
    }
}

/** A serverless host gives a function only the files of its trace. */
function addToTraces(distDir: string, file: string): void {
  const folder = join(distDir, 'server');
  for (const name of listFiles(folder).filter((each) => each.endsWith('.nft.json'))) {
    const trace = join(folder, name);
    const content = JSON.parse(readFileSync(trace, 'utf8'));
    content.files.push(relative(dirname(trace), join(distDir, file)));
    writeFileSync(trace, JSON.stringify(content));
  }
}

function listAddresses(distDir: string) {
  const readManifest = (name: string) =>
    JSON.parse(readFileSync(join(distDir, `${name}-manifest.json`), 'utf8'));
  const prerendered: Record<string, { initialRevalidateSeconds: number | false }> =
    readManifest('prerender').routes;
  const { staticRoutes, dynamicRoutes } = readManifest('routes');
  const routes: { page: string; regex: string }[] = [...staticRoutes, ...dynamicRoutes];
  const folder = join(distDir, 'server/app');
  const pages = {} as SiteBuild['pages'];
  for (const file of listFiles(folder).filter((each) => each.endsWith('.html'))) {
    const path = `/${file.slice(0, -'.html'.length)}`.replace(/^\/index$/, '/');
    // No hash would cover the inline scripts of its new versions.
    if (prerendered[path]?.initialRevalidateSeconds)
      throw new Error(`A page that revalidates has no hashes; render it per request: ${path}`);
    const html = readFileSync(join(folder, file), 'utf8');
    pages[path] = { sha256: hashContent(html), inlineScripts: hashInlineScripts(html) };
  }
  const handlers = Object.keys(prerendered).filter((path) => !Object.hasOwn(pages, path));
  return {
    pages,
    files: [...handlers, ...listFiles('public').map(encodePath)],
    routes: routes
      .filter(({ page }) => !Object.hasOwn(prerendered, page))
      .map(({ regex }) => regex),
  };
}

/** As browsers write the address of a file. */
export const encodePath = (file: string) =>
  normalizePath(encodeURI(file).replace(/[?#]/g, encodeURIComponent));

export function hashInlineScripts(html: string): string[] {
  const codes = Array.from(html.matchAll(INLINE_SCRIPT))
    .filter(([, attributes = '']) => !NOT_RUN.test(attributes))
    .map(([, , code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
  return [...new Set(codes)];
}
