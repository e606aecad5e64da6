import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CSP hashes of the inline scripts of each prerendered page, by its path. */
export type InlineScriptHashes = Readonly<Record<string, readonly string[]>>;

let known: InlineScriptHashes | undefined;

/**
 * What scripts/build/finish-build.mjs wrote down about this build; read once.
 *
 * @throws when the build was not finished: a page without its hashes would not come alive
 */
export function inlineScriptHashes(distDir: string): InlineScriptHashes {
  const file = join(/* turbopackIgnore: true */ process.cwd(), distDir, 'inline-scripts.json');
  return (known ??= JSON.parse(readFileSync(file, 'utf8')) as InlineScriptHashes);
}

/**
 * What may run inline on the page at `path`. A prerendered page is the same for everyone and may be kept by a
 * CDN, so it has hashes and no nonce. Every other one is rendered per request, or is the prerendered page for
 * an unknown address or an error.
 */
export function inlineScriptsOf(path: string, hashes: InlineScriptHashes, newNonce: () => string) {
  if (Object.hasOwn(hashes, path)) return { hashes: hashes[path] ?? [] };
  const fallbacks = ['/_not-found', '/_global-error'].flatMap((page) => hashes[page] ?? []);
  return { hashes: fallbacks, nonce: newNonce() };
}
