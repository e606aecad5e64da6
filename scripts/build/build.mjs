// `npm run build` runs this: it installs packages, and makes the production build for SITE_URL,
// which prerendered pages contain.
import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';

process.chdir(join(import.meta.dirname, '../..'));
ensureInstalled(process.cwd());
const { register } = await import('tsx/esm/api');
register();
const { loadSettings } = await import('../../lib/settings/load-settings.ts');
const { readBuiltInSettings } = await import('../../lib/settings/settings.ts');
const { buildSite } = await import('./build-site.ts');

try {
  loadSettings();
  // Vercel's adapter would copy the output before the build is finished; vercel.json turns it off.
  if (process.env.NEXT_ADAPTER_PATH)
    throw new Error('No build adapter may run: set NEXT_ENABLE_ADAPTER=0 on the host.');
  await buildSite({ siteUrl: readBuiltInSettings().SITE_URL, distDir: '.next' });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
