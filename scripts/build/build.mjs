// `npm run build` runs this, which installs packages and starts scripts/build/main.ts.
import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';

process.chdir(join(import.meta.dirname, '../..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
