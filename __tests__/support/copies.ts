import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
  copyTree('node_modules', join(folder, 'node_modules'), linkOrCopy);
  return folder;
}

/** Links where possible: the packages take over a gigabyte, and nothing writes into them. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Hard links do not work across file systems.
    copyFileSync(from, to);
  }
}

type CopyFile = (from: string, to: string) => void;

export function copyTree(from: string, to: string, copyFile: CopyFile = copyFileSync): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, copyFile);
    else copyEntry(source, target, copyFile);
  }
}

export function copyEntry(from: string, to: string, copyFile: CopyFile = copyFileSync): void {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFile(from, to);
}
