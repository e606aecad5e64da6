// `npm start`: production. Refuses to start with missing settings, or a build made with others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInSettings } from './settings/built-in-settings.mjs';
import { requireSiteBuild } from './site-build.mjs';
import { onceParentIsGone } from './parent.mjs';
import { loadSettings, siteOrigin } from './settings/load-settings.mjs';

process.chdir(join(import.meta.dirname, '..'));
loadSettings();

/** @type {string[]} */
const required = JSON.parse(readFileSync('server/settings/required-settings.json', 'utf8'));
const missing = required.filter((name) => !process.env[name]);
if (missing.length > 0) {
  fail(`Missing settings: ${missing.join(', ')}. .env.example explains each of them.`);
}

try {
  const siteUrl = siteOrigin();
  const built = requireSiteBuild('.next');
  if (built.siteUrl !== siteUrl) {
    fail(
      `This build was made for ${built.siteUrl}, SITE_URL is ${siteUrl}. Run "npm run build" first.`,
    );
  }
  for (const [name, value] of Object.entries(builtInSettings(process.env))) {
    const inBuild = built.settings?.[name];
    if (inBuild === value) continue;
    fail(
      `This build was made with ${name}=${inBuild}, now it is ${value}. Run "npm run build" first.`,
    );
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

// A signal to npm alone does not reach this process, so it checks whether npm is gone. Started by anything else, it outlives
// its parent.
if (process.env.npm_lifecycle_event) onceParentIsGone(() => process.kill(process.pid, 'SIGTERM'));

process.env.NEXT_DIST_DIR = '.next';
process.env.PORT ||= '3000';
// In this same process, so that signals reach the server itself.
await import('./main.mjs');

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
