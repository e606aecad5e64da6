// `npm run local` and `npm run dev`: set everything up, then start local/main.ts in this process.
import { join } from 'node:path';
import { ensureInstalled } from '../scripts/install.mjs';

process.chdir(join(import.meta.dirname, '..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
