import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Adds a file to all traces: a serverless host gives a function only the files of its trace. */
export function addToTraces(distDir: string, file: string): void {
  const folder = join(distDir, 'server');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.nft.json'))) {
    const trace = join(folder, name);
    const content = JSON.parse(readFileSync(trace, 'utf8'));
    const path = relative(dirname(trace), join(distDir, file)).split(sep).join('/');
    const files = [...new Set([...content.files, path])];
    writeFileSync(trace, JSON.stringify({ ...content, files }));
  }
}
