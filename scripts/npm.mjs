import { basename, dirname, join } from 'node:path';

/**
 * The program and arguments that run npm, as `spawn` takes them. On Windows `npm` is a batch file,
 * which cannot be started without a shell, so its JavaScript is started instead.
 *
 * @param {string[]} args
 * @param {{ platform?: string, npm?: string, node?: string }} [host] for tests
 * @returns {[program: string, args: string[]]}
 */
export function npmCommand(args, host = {}) {
  const {
    platform = process.platform,
    npm = process.env.npm_execpath,
    node = process.execPath,
  } = host;
  // Other package managers and npx set npm_execpath to a program of their own.
  if (npm && basename(npm) === 'npm-cli.js') return [node, [npm, ...args]];
  if (platform !== 'win32') return ['npm', args];
  return [node, [join(dirname(node), 'node_modules/npm/bin/npm-cli.js'), ...args]];
}
