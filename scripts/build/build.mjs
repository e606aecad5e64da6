// `npm run build`: the production build for SITE_URL, which is baked into the prerendered pages.
import { join } from 'node:path';
import { ensureInstalled } from '../install.mjs';
import { loadEnvFiles, siteOrigin } from '../settings.mjs';
import { buildSite } from './build-site.mjs';

process.chdir(join(import.meta.dirname, '../..'));
loadEnvFiles();
try {
  const siteUrl = siteOrigin();
  ensureInstalled(process.cwd());
  await buildSite({ siteUrl, distDir: '.next' });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
