import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies all files that Git does not ignore, and the packages, to a new folder.
 *
 * @returns the folder
 */
export function copyRepository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'site-copy-')));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
  for (const file of files.filter((each) => each && existsSync(each)))
    copyEntry(file, join(folder, file));
  // Links where possible: the packages take over a gigabyte, and nothing writes into them.
  const { status } = spawnSync('cp', ['-al', 'node_modules', folder]);
  if (status !== 0) copyEntry('node_modules', join(folder, 'node_modules'));
  return folder;
}

/** Copies a file or a folder; links stay what they are. */
export const copyEntry = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
