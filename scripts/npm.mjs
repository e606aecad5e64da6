import { basename, dirname, join } from 'node:path';

/**
 * Returns the arguments for `spawn` that run npm. On Windows `npm` is a batch file, which needs a
 * shell, so its JavaScript is run instead. Tests pass `host`.
 * @param {string[]} args
 * @param {{ platform?: string, npm?: string, node?: string }} [host]
 * @returns {[program: string, args: string[]]}
 */
export function npmCommand(args, host = {}) {
  const {
    platform = process.platform,
    npm = process.env.npm_execpath,
    node = process.execPath,
  } = host;
  // Other package managers and npx set npm_execpath to their own program.
  if (npm && basename(npm) === 'npm-cli.js') return [node, [npm, ...args]];
  if (platform !== 'win32') return ['npm', args];
  return [node, [join(dirname(node), 'node_modules/npm/bin/npm-cli.js'), ...args]];
}
