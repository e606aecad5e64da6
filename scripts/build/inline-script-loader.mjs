import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Bundles a `*.script.ts` file, with all that it imports, into a script that is inlined in the page.
 *
 * @param {string} file
 * @returns {{ code: string, inputs: string[] }} minified source, without `</script`; the files that it was made from
 * @throws {Error} when a file does not compile
 */
export function bundleInlineScript(file) {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    metafile: true,
    // Ours would add "use strict" to every page.
    tsconfigRaw: {},
    logLevel: 'silent',
  });
  return { code: outputFiles[0]?.text.trim() ?? '', inputs: Object.keys(metafile.inputs) };
}

/**
 * The loader for Turbopack (next.config.ts): the module's default export is the bundle's source.
 *
 * @this {{ resourcePath: string, addDependency: (file: string) => void }}
 */
export default function inlineScriptLoader() {
  const { code, inputs } = bundleInlineScript(this.resourcePath);
  for (const input of inputs) this.addDependency(resolve(input));
  return `export default ${JSON.stringify(code)};`;
}
