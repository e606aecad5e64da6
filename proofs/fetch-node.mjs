import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The newest Node of a major version, from the registry's `node` package.
 *
 * @param {string} major
 * @returns {string} the path of its program
 * @throws {Error} when it cannot be had
 */
export function fetchNode(major) {
  const folder = resolve('.data/nodes', major);
  const program = join(folder, 'node_modules/node/bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${major}`];
  spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (existsSync(program)) return program;
  throw new Error(`Node ${major} could not be installed.`);
}
