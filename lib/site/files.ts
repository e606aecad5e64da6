import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Lists the files below a folder in order, by their path in it, with slashes on any system. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .map((file) => file.split(sep).join('/'))
    .sort();
}

export const hashContent = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
