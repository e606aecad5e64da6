import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Names a file in the trace of everything that Next's server can run: the proxy, each page and route handler, and the
 * instrumentation. A host that makes functions of them gives each one the files of its trace, and no others.
 *
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
