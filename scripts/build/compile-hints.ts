import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** https://v8.dev/blog/explicit-compile-hints */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
/** Chromium compiles smaller scripts on the main thread, where the hint would slow it down. */
const MIN_BYTES = 30 * 1024;

/** Makes Chromium compile large chunks off the main thread while they load (docs/decisions/021). */
export function addCompileHints(distDir: string): void {
  const folder = join(distDir, 'static', 'chunks');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(folder, name), 'utf8');
    if (Buffer.byteLength(code) >= MIN_BYTES && !code.startsWith(COMPILE_HINT))
      writeFileSync(join(folder, name), COMPILE_HINT + code);
  }
}
