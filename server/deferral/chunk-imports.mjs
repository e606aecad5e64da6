import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How Turbopack writes an `import()`: `Promise.all(["static/chunks/a.js", …].map(…))`. */
const IMPORT = /Promise\.all\(\[([^\]]*)\]/g;
const CHUNK = /"static\/chunks\/([^"]+\.(?:js|css))"/g;
/** What measures how fast the page is (lib/analytics/vitals.ts). It comes after the first interaction, and not ahead of it. */
const VITALS = /\("ttfb",/;

/**
 * For each chunk, which ones its `import()` calls fetch for the call, directly or through other chunks, as paths on the site.
 *
 * @param {string} distDir Next's output folder
 * @returns {Record<string, string[]>}
 * @throws {Error} when no chunk imports another, or none measures the page: other files would be prefetched than the
 *   call's, and nothing else would fail
 */
export function findChunkImports(distDir) {
  const folder = join(distDir, 'static', 'chunks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const codes = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const vitals = new Set(names.filter((name) => VITALS.test(codes.get(name) ?? '')));
  if (vitals.size === 0)
    throw new Error(
      'Found no chunk that measures the page: it would be prefetched. Adapt server/deferral/chunk-imports.mjs.',
    );
  const direct = new Map(
    [...codes].map(([name, code]) => [name, readImports(code).filter((next) => !vitals.has(next))]),
  );
  if (![...direct.values()].flat().length)
    throw new Error(
      'Found no import() in any chunk. Next writes it in a new way: adapt server/deferral/chunk-imports.mjs.',
    );
  /** @type {(name: string, seen?: Set<string>) => Set<string>} */
  const closure = (name, seen = new Set()) => {
    for (const next of direct.get(name) ?? []) if (!seen.has(next)) closure(next, seen.add(next));
    return seen;
  };
  const address = (/** @type {string} */ name) => `/_next/static/chunks/${name}`;
  return Object.fromEntries(names.map((name) => [address(name), [...closure(name)].map(address)]));
}

/** @param {string} code */
function readImports(code) {
  const lists = [...code.matchAll(IMPORT)];
  return lists.flatMap(([list]) => Array.from(list.matchAll(CHUNK), ([, chunk = '']) => chunk));
}
