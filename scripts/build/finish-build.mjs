import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { stampFile } from './build-stamp.mjs';
import { findLeaks } from './client-leaks.mjs';
import { deferHydration } from '../../lib/server/defer-hydration.mjs';

const SCRIPT = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/gi;
const DATA_BLOCK = /\stype\s*=\s*["']?(application\/\S*json|text\/x-)/i;
/** V8's explicit compile hint for a whole file: https://v8.dev/blog/explicit-compile-hints. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
/** Bytes; Chromium compiles smaller scripts on the main thread, where the hint would do harm. */
const STREAMED = 30 * 1024;

/**
 * Makes the output of `next build` ready to be served: sets React aside in the prerendered pages that can do without
 * (unless the setting HYDRATION is `plain`), writes down which inline scripts they hold, for the content security
 * policy, has large scripts compiled off the main thread, keeps compressed copies, then stamps the build as finished.
 *
 * @param {string} distDir Next's output folder
 * @param {{ siteUrl: string, sourceHash?: string }} stamp what the build was made for
 * @throws {Error} when a server-only setting reached the client files, or when a page would be rendered again later, with scripts that no hash covers
 */
export function finishBuild(distDir, stamp) {
  refuseRevalidation(distDir);
  const leaks = findLeaks(distDir);
  if (leaks.length > 0)
    throw new Error(`Server-only settings in client files:\n${leaks.join('\n')}`);
  hintCompilation(join(distDir, 'static', 'chunks'));
  const plain = process.env.HYDRATION === 'plain';
  if (!plain) writeFileSync(join(distDir, 'imports.json'), JSON.stringify(findImports(distDir)));
  /** @type {Record<string, string[]>} */
  const hashes = {};
  for (const [path, file] of prerendered(join(distDir, 'server', 'app'))) {
    const built = readFileSync(file, 'utf8');
    const html = plain ? built : deferHydration(built);
    writeFileSync(file, html);
    hashes[path] = hashInlineScripts(html);
  }
  writeFileSync(join(distDir, 'inline-scripts.json'), JSON.stringify(hashes, null, 2));
  compressCopies(distDir);
  writeFileSync(stampFile(distDir), JSON.stringify(stamp));
}

/**
 * The CSP sources of the inline scripts of one page, in order, each once. Data blocks are never run and need none.
 *
 * @param {string} html
 * @returns {string[]} e.g. `sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=`
 */
export function hashInlineScripts(html) {
  const sources = new Set();
  for (const { groups: { attributes = '', code = '' } = {} } of html.matchAll(SCRIPT)) {
    if (/\ssrc\s*=/i.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    sources.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  }
  return [...sources];
}

/**
 * Has the browser compile the functions of large scripts beside the main thread while they arrive, not one by one
 * when they are called: starting React takes half as long (decision 024).
 *
 * @param {string} folder of the chunks
 */
function hintCompilation(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(folder, name), 'utf8');
    if (Buffer.byteLength(code) >= STREAMED && !code.startsWith(COMPILE_HINT))
      writeFileSync(join(folder, name), COMPILE_HINT + code);
  }
}

/**
 * Compresses once, and as well as Brotli can, what `lib/server/compressed-copies.ts` then sends to everybody: pages,
 * scripts and styles, under `brotli/` by their address.
 *
 * @param {string} distDir Next's output folder
 */
function compressCopies(distDir) {
  const copies = join(distDir, 'brotli');
  rmSync(copies, { recursive: true, force: true });
  const files = [
    ...[...prerendered(join(distDir, 'server', 'app')).values()].map((file) => ({
      file,
      address: relative(join(distDir, 'server', 'app'), file),
    })),
    ...readdirSync(join(distDir, 'static'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|css|svg)$/.test(name))
      .map((name) => ({
        file: join(distDir, 'static', name),
        address: join('_next', 'static', name),
      })),
  ];
  for (const { file, address } of files) {
    const copy = join(copies, address);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, brotliCompressSync(readFileSync(file)));
  }
}

/**
 * @param {string} folder of the prerendered pages
 * @returns {Map<string, string>} each page's file by its path, e.g. `/privacy`
 */
function prerendered(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html')).sort();
  return new Map(pages.map((file) => [pathOf(file.split(sep).join('/')), join(folder, file)]));
}

/**
 * For each chunk, what `import()` in it fetches, and so on: addresses below the site's own.
 *
 * @param {string} distDir
 */
function findImports(distDir) {
  const folder = join(distDir, 'static', 'chunks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const direct = new Map(
    names.map((name) => {
      const lists = readFileSync(join(folder, name), 'utf8').matchAll(
        /Promise\.all\(\[([^\]]*)\]/g,
      );
      const found = [...lists].flatMap(([, list = '']) => [
        ...list.matchAll(/"static\/chunks\/([^"]+\.js)"/g),
      ]);
      return [name, found.map(([, chunk = '']) => chunk)];
    }),
  );
  /** @type {(name: string, seen?: Set<string>) => Set<string>} */
  const closure = (name, seen = new Set()) => {
    for (const next of direct.get(name) ?? []) if (!seen.has(next)) closure(next, seen.add(next));
    return seen;
  };
  const address = (/** @type {string} */ name) => `/_next/static/chunks/${name}`;
  return Object.fromEntries(names.map((name) => [address(name), [...closure(name)].map(address)]));
}

/** @param {string} file e.g. `index.html`, `privacy.html` */
function pathOf(file) {
  const path = file.slice(0, -'.html'.length);
  return path === 'index' ? '/' : `/${path}`;
}

/** @param {string} distDir */
function refuseRevalidation(distDir) {
  /** @type {{ routes: Record<string, { initialRevalidateSeconds: number | false, dataRoute: string | null }> }} */
  const { routes } = JSON.parse(readFileSync(join(distDir, 'prerender-manifest.json'), 'utf8'));
  const changing = Object.entries(routes)
    .filter(([, route]) => route.dataRoute && route.initialRevalidateSeconds !== false)
    .map(([path]) => path);
  if (changing.length > 0) {
    throw new Error(
      `Pages that revalidate cannot be covered by hashes; render them per request: ${changing.join(', ')}`,
    );
  }
}
