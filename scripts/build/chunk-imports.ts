import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Turbopack compiles `import()` to `Promise.all(["static/chunks/a.js", …].map(…))`. */
const IMPORT_PATTERN = /Promise\.all\(\[([^\]]*)\]/g;
const CHUNK_PATTERN = /"static\/chunks\/([^"]+\.(?:js|css))"/g;
/** Marks the chunk of lib/analytics/vitals.ts, which loads later and must not be prefetched. */
const VITALS_CODE = /\("ttfb",/;

/** Maps each chunk to those that it imports for the call. Throws if the format has changed. */
export function findChunkImports(distDir: string): Record<string, string[]> {
  const folder = join(distDir, 'static', 'chunks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const codeByChunk = new Map(
    names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const vitals = new Set(names.filter((name) => VITALS_CODE.test(codeByChunk.get(name) ?? '')));
  if (vitals.size === 0)
    throw new Error(
      'Found no chunk that measures the page: it would be prefetched. ' +
        'Adapt scripts/build/chunk-imports.ts.',
    );
  const importsByChunk = new Map(
    [...codeByChunk].map(([name, code]) => [
      name,
      readImports(code).filter((next) => !vitals.has(next)),
    ]),
  );
  if (![...importsByChunk.values()].flat().length)
    throw new Error(
      'Found no import() in any chunk. Next writes it in a new way: ' +
        'adapt scripts/build/chunk-imports.ts.',
    );
  const collectImports = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of importsByChunk.get(name) ?? [])
      if (!seen.has(next)) collectImports(next, seen.add(next));
    return seen;
  };
  const toPath = (name: string) => `/_next/static/chunks/${name}`;
  return Object.fromEntries(
    names.map((name) => [toPath(name), [...collectImports(name)].map(toPath)]),
  );
}

function readImports(code: string): string[] {
  const lists = [...code.matchAll(IMPORT_PATTERN)];
  return lists.flatMap(([list]) =>
    Array.from(list.matchAll(CHUNK_PATTERN), ([, chunk = '']) => chunk),
  );
}
