// `npm run local` and `npm run dev` run this, which installs packages and starts local/main.ts.
import { join } from 'node:path';
import { ensureInstalled } from '../scripts/install.mjs';

process.chdir(join(import.meta.dirname, '..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
