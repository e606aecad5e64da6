import { basename, dirname, join } from 'node:path';

// On Windows `npm` is a batch file, which needs a shell, so its JavaScript is run instead.
/** @typedef {{ platform?: string, npm?: string, node?: string }} Host */

/** @type {(args: string[], host?: Host) => [program: string, args: string[]]} for `spawn` */
export function getNpmCommand(args, host = {}) {
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
