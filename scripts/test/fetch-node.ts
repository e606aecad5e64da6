import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getNpmCommand } from '../npm.mjs';

/**
 * Downloads the newest Node of a major version from the registry's `node` package.
 *
 * @returns the path of its program
 * @throws if it cannot be downloaded
 */
export function fetchNode(major: string): string {
  const folder = resolve('.data/nodes', major);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const program = join(folder, 'node_modules/node/bin', name);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${major}`];
  spawnSync(...getNpmCommand(args), { cwd: folder, stdio: 'inherit' });
  if (existsSync(program)) return program;
  throw new Error(`Node ${major} could not be installed.`);
}
