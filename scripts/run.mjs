// `node scripts/run.mjs FILE …`: installs what is missing, then runs the file. A clean clone has no
// packages, so this file and what it imports are no TypeScript.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

process.chdir(join(import.meta.dirname, '..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
// The file gets the arguments after its own name.
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href);
