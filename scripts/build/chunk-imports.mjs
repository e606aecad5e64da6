import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How Turbopack writes an `import()`: `Promise.all(["static/chunks/a.js", …].map(…))`. */
const IMPORT = /Promise\.all\(\[([^\]]*)\]/g;
const CHUNK = /"static\/chunks\/([^"]+\.js)"/g;

/**
 * For each chunk, which ones its `import()` calls fetch, directly or through other chunks, as paths on the site.
 *
 * @param {string} distDir Next's output folder
 * @returns {Record<string, string[]>}
 * @throws {Error} when no chunk imports another: the call would no longer be prefetched, and nothing else would fail
 */
export function findChunkImports(distDir) {
  const folder = join(distDir, 'static', 'chunks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const direct = new Map(names.map((name) => [name, readImports(join(folder, name))]));
  if (![...direct.values()].flat().length)
    throw new Error(
      'Found no import() in any chunk. Next writes it in a new way: adapt scripts/build/chunk-imports.mjs.',
    );
  /** @type {(name: string, seen?: Set<string>) => Set<string>} */
  const closure = (name, seen = new Set()) => {
    for (const next of direct.get(name) ?? []) if (!seen.has(next)) closure(next, seen.add(next));
    return seen;
  };
  const address = (/** @type {string} */ name) => `/_next/static/chunks/${name}`;
  return Object.fromEntries(names.map((name) => [address(name), [...closure(name)].map(address)]));
}

/** @param {string} file */
function readImports(file) {
  const lists = [...readFileSync(file, 'utf8').matchAll(IMPORT)];
  return lists.flatMap(([list]) => Array.from(list.matchAll(CHUNK), ([, chunk = '']) => chunk));
}
