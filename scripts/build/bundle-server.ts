import { join } from 'node:path';
import { build } from 'esbuild';

/** The folder in Next's output folder that has the bundled server. */
const SERVER_FOLDER = 'site-server';

/** The server that the local stack and the tests run: `npm start` without its checks. */
export const getServerFile = (distDir: string) => join(distDir, SERVER_FOLDER, 'serve.mjs');

/** Bundles `server/` into a build, so that it runs without a compiler. Packages stay outside. */
export async function bundleServer(distDir: string): Promise<void> {
  await build({
    entryPoints: ['server/serve.ts', 'server/start.ts'],
    outdir: join(distDir, SERVER_FOLDER),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
}
