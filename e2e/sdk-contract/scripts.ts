import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

const require = createRequire(import.meta.url);
const sdk = require.resolve('@vapi-ai/web');
const callLibrary = findCallLibrary();

/** The call library that the SDK would load itself: the module that bundlers take, constants included. */
function findCallLibrary(): string {
  const manifest = createRequire(sdk).resolve('@daily-co/daily-js/package.json');
  const { module } = require(manifest) as { module: string };
  return join(dirname(manifest), module);
}

/** One constant of an installed package, made wrong. */
export interface Flip {
  inside: 'voice SDK' | 'call library';
  from: string;
  to: string;
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    ...options,
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

const page = (name: string) =>
  bundle({ entryPoints: [fileURLToPath(new URL(`./page/${name}.ts`, import.meta.url))] });

/**
 * The installed voice SDK with the call library it would load itself, for a page.
 *
 * @param flip changes one constant in the copy; throws when it is not there exactly once
 */
export function bundleSdk(flip?: Flip): Promise<string> {
  const changed = flip?.inside === 'voice SDK' ? sdk : callLibrary;
  return bundle({
    stdin: {
      contents: `window.sdk = { Vapi: require(${JSON.stringify(sdk)}).default, callLibrary: require(${JSON.stringify(callLibrary)}) };`,
      resolveDir: import.meta.dirname,
    },
    // The SDK asks for the call library by name: both must be the same copy.
    alias: { '@daily-co/daily-js': callLibrary },
    plugins: flip
      ? [
          {
            name: 'flip',
            setup: ({ onLoad }) =>
              onLoad({ filter: /\.js$/ }, async ({ path }) => {
                if (path !== changed) return undefined;
                const parts = (await readFile(path, 'utf8')).split(flip.from);
                if (parts.length !== 2) {
                  throw new Error(`${flip.from} is ${parts.length - 1} times in ${path}`);
                }
                return { contents: parts.join(flip.to), loader: 'js' };
              }),
          },
        ]
      : [],
  });
}

export interface Scripts {
  sdk: string;
  lab: string;
  machine: string;
}

export async function bundleScripts(): Promise<Scripts> {
  const [sdkScript, lab, machine] = await Promise.all([
    bundleSdk(),
    page('lab'),
    page('call-machine'),
  ]);
  return { sdk: sdkScript, lab, machine };
}
