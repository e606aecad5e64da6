import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/**
 * Compresses pages, scripts and styles once, as well as Brotli can, under `brotli/` by their address
 * (`lib/server/compressed-copies.ts` serves them).
 *
 * @param {string} distDir Next's output folder
 * @param {string[]} pages files of the prerendered pages
 */
export function compressCopies(distDir, pages) {
  const copies = join(distDir, 'brotli');
  const assets = readdirSync(join(distDir, 'static'), { recursive: true, encoding: 'utf8' });
  rmSync(copies, { recursive: true, force: true });
  for (const file of pages)
    compress(file, join(copies, relative(join(distDir, 'server/app'), file)));
  for (const name of assets.filter((asset) => /\.(js|css|svg)$/.test(asset)))
    compress(join(distDir, 'static', name), join(copies, '_next', 'static', name));
}

/**
 * @param {string} file
 * @param {string} copy
 */
function compress(file, copy) {
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, brotliCompressSync(readFileSync(file)));
}
