// `npm test`: installs what is missing, then starts main.ts. A clean clone has no packages,
// so this file alone is no TypeScript.
import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';

process.chdir(join(import.meta.dirname, '../..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
