import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from './npm.mjs';

const oldestNode = [20, 19];

/**
 * Makes sure that this Node is new enough and that `node_modules` holds what the lockfile names.
 * Runs `npm ci` (development packages included) when it does not. Uses nothing but Node itself, so
 * that every command works on a clean clone.
 *
 * @param {string} root the repository's folder
 * @param {{ development?: boolean }} [options] development packages may be absent when false
 * @returns {void} ends the process with a sentence when Node is too old or the installation fails
 */
export function ensureInstalled(root, { development = true } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantMajor = 0, wantMinor = 0] = oldestNode;
  if (major < wantMajor || (major === wantMajor && minor < wantMinor)) {
    fail(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
  }
  if (installed(root, development)) return;
  console.log('Installing packages (npm ci) …');
  const ci = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const npm = spawnSync(...npmCommand(ci), { cwd: root, stdio: 'inherit' });
  if (npm.status !== 0) fail('npm ci failed; its messages stand above.');
}

/**
 * npm writes `node_modules/.package-lock.json` last, so a broken installation has none.
 *
 * @param {string} root
 * @param {boolean} development
 */
function installed(root, development) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(hidden);
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      (entry.dev && !development) ||
      present[path]?.version === entry.version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>}
 */
function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
