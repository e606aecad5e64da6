import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';

const require = createRequire(import.meta.url);
const sdk = require.resolve('@vapi-ai/web');
// The module that bundlers take, from the copy that the SDK itself would load.
const manifest = createRequire(sdk).resolve('@daily-co/daily-js/package.json');
const callLibrary = join(dirname(manifest), (require(manifest) as { module: string }).module);

/** One changed constant of an installed package. */
export type Mutation = [inside: 'voice SDK' | 'call library', from: string, to: string];

async function bundle(options: BuildOptions): Promise<string> {
  const usualOptions = {
    bundle: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  } as const;
  const { outputFiles } = await build({ ...usualOptions, ...options, write: false });
  return outputFiles.map(({ text }) => text).join('\n');
}

const bundlePage = (name: string) =>
  bundle({ entryPoints: [fileURLToPath(new URL(`./page/${name}.ts`, import.meta.url))] });

/**
 * Bundles the installed voice SDK and the call library that it would load.
 *
 * @param mutation changes one constant in the copy; throws unless it occurs exactly once
 */
export function bundleSdk(mutation?: Mutation): Promise<string> {
  const [inside, from = '', to = ''] = mutation ?? [];
  const changedPath = inside === 'voice SDK' ? sdk : callLibrary;
  const contents = `window.sdk = {
    Vapi: require(${JSON.stringify(sdk)}).default,
    callLibrary: require(${JSON.stringify(callLibrary)}),
  };`;
  const changeConstant: Plugin = {
    name: 'mutation',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!inside || path !== changedPath) return undefined;
        const parts = (await readFile(path, 'utf8')).split(from);
        if (parts.length !== 2) throw new Error(`${from} occurs ${parts.length - 1} times`);
        return { contents: parts.join(to), loader: 'js' };
      }),
  };
  return bundle({
    stdin: { contents, resolveDir: import.meta.dirname },
    // The SDK imports the call library by name, so both must be the same copy.
    alias: { '@daily-co/daily-js': callLibrary },
    plugins: [changeConstant],
  });
}

/** What the page may load, by path. */
export type Scripts = Record<string, string>;

const page =
  '<!doctype html><title>Contract</title><body>' +
  '<script src="/sdk.js"></script><script src="/lab.js"></script>';

export async function bundleScripts(): Promise<Scripts> {
  const scripts = [bundleSdk(), bundlePage('lab'), bundlePage('call-machine')];
  const [sdkScript = '', lab = '', machine = ''] = await Promise.all(scripts);
  return { '/': page, '/sdk.js': sdkScript, '/lab.js': lab, '/call-machine.js': machine };
}
