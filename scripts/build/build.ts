// `npm run build`: makes the production build for SITE_URL, which prerendered pages contain.
import { loadSettings } from '../../lib/settings/load-settings';
import { readBuiltInSettings } from '../../lib/settings/settings';
import { buildSite } from './build-site';

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
