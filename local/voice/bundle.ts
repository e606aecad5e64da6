import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the call machine into a classic script without eval, blobs and globals. */
export async function bundleCallMachine(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./machine/main.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}
