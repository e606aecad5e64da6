import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Adds a file to all traces of Next's server code. A serverless host gives each function only the
 * files of its trace.
 * @param {string} distDir Next's output folder
 * @param {string} file within that folder
 */
export function addToTraces(distDir, file) {
  const folder = join(distDir, 'server');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.nft.json'))) {
    const trace = join(folder, name);
    /** @type {{ files: string[] }} */
    const content = JSON.parse(readFileSync(trace, 'utf8'));
    const path = relative(dirname(trace), join(distDir, file)).split(sep).join('/');
    const files = [...new Set([...content.files, path])];
    writeFileSync(trace, JSON.stringify({ ...content, files }));
  }
}
