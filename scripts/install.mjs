import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNpmCommand } from './npm.mjs';

const OLDEST_NODE = '20.19';

// A clean clone has no packages, so this module imports none.
/** Runs `npm ci` unless `node_modules` matches the lockfile. Ends the process if that fails. */
export function ensureInstalled(/** @type {string} */ root) {
  const { node } = process.versions;
  if (node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0)
    fail(`Node ${OLDEST_NODE} or newer is needed; this is ${node}.`);
  if (isInstalled(root)) return;
  console.log('Installing packages (npm ci) …');
  // The lockfile decides about the age of packages, and .npmrc when it is written.
  const options = '--include=dev --no-fund --no-audit --loglevel=error --min-release-age=0';
  const command = getNpmCommand(['ci', ...options.split(' ')]);
  const npm = spawnSync(...command, { cwd: root, stdio: 'inherit' });
  if (npm.status !== 0) fail('npm ci failed; see its messages above.');
}

function isInstalled(/** @type {string} */ root) {
  // npm writes this file last, so a broken installation has none.
  const installedLockfile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLockfile)) return false;
  const wantedPackages = readLock(join(root, 'package-lock.json'));
  const installedPackages = readLock(installedLockfile);
  return Object.entries(wantedPackages).every(
    ([path, entry]) =>
      path === '' || entry.optional || installedPackages[path]?.version === entry.version,
  );
}

/** @typedef {{ version?: string, optional?: boolean }} LockEntry */

function readLock(/** @type {string} */ file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {Record<string, LockEntry>} */ (packages);
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
