// `node scripts/run.mjs FILE …`: installs packages, which a clean clone lacks, and runs the file.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

process.chdir(join(import.meta.dirname, '..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href);
