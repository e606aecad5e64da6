import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

/** @type {{ browserslist: string[] }} */
const { browserslist } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
);
export const BROWSER_TARGETS = browserslist.map((browser) =>
  browser.replace('ios_saf', 'ios').replace(' ', ''),
);

export function bundleInlineScript(/** @type {string} */ file) {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSER_TARGETS,
    write: false,
    metafile: true,
    alias: { '@': resolve(import.meta.dirname, '../..') },
    // tsconfig.json would add "use strict" to every page.
    tsconfigRaw: {},
    logLevel: 'silent',
  });
  return { code: outputFiles[0]?.text.trim() ?? '', inputs: Object.keys(metafile.inputs) };
}

/**
 * Turbopack's loader (next.config.ts): makes the bundle's source the module's default export.
 * @this {{ resourcePath: string, addDependency: (file: string) => void }}
 */
export default function inlineScriptLoader() {
  const { code, inputs } = bundleInlineScript(this.resourcePath);
  for (const input of inputs) this.addDependency(resolve(input));
  return `export default ${JSON.stringify(code)};`;
}
