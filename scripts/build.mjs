// `npm run build`: the production build for SITE_URL, which is baked into the prerendered pages.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from '../local/install.mjs';
import { finishBuild } from './finish-build.mjs';
import { loadEnvFiles, siteOrigin } from './settings.mjs';

process.chdir(join(import.meta.dirname, '..'));
loadEnvFiles();
try {
  const siteUrl = siteOrigin();
  ensureInstalled(process.cwd());
  const next = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SITE_URL: siteUrl,
      NEXT_DIST_DIR: '.next',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  if (next.status !== 0) process.exit(next.status ?? 1);
  finishBuild('.next', { siteUrl });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
