import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** V8's explicit compile hint for a whole file: https://v8.dev/blog/explicit-compile-hints. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
/** In bytes. Chromium compiles smaller scripts on the main thread, where the hint would do harm. */
const LARGE = 30 * 1024;

/**
 * Has Chromium compile large chunks off the main thread while they load (decision 021).
 *
 * @param {string} distDir Next's output folder
 */
export function addCompileHints(distDir) {
  const folder = join(distDir, 'static', 'chunks');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(folder, name), 'utf8');
    if (Buffer.byteLength(code) >= LARGE && !code.startsWith(COMPILE_HINT))
      writeFileSync(join(folder, name), COMPILE_HINT + code);
  }
}
