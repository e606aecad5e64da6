import 'server-only';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CSP hashes of the inline scripts of each prerendered page, by its path. */
export type InlineScriptHashes = Readonly<Record<string, readonly string[]>>;

let cached: InlineScriptHashes | undefined;

/**
 * Reads what scripts/build/finish-build.mjs wrote, once.
 *
 * @throws when the build was not finished: without its hashes no inline script of a page would run
 */
export function inlineScriptHashes(distDir: string): InlineScriptHashes {
  const file = join(/* turbopackIgnore: true */ process.cwd(), distDir, 'inline-scripts.json');
  return (cached ??= JSON.parse(readFileSync(file, 'utf8')) as InlineScriptHashes);
}

/**
 * Which inline scripts may run on the page at `path`. A prerendered page may be cached, so it has hashes and no nonce. Any
 * other page is rendered per request, or it is the prerendered page for an unknown address or an error.
 */
export function inlineScriptsOf(path: string, hashes: InlineScriptHashes, newNonce: () => string) {
  if (Object.hasOwn(hashes, path)) return { hashes: hashes[path] ?? [] };
  const fallbacks = ['/_not-found', '/_global-error'].flatMap((page) => hashes[page] ?? []);
  return { hashes: fallbacks, nonce: newNonce() };
}
