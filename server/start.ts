// `npm start` runs this. It refuses missing settings, and a build made with other settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuiltInSettings } from '../lib/settings/built-in-settings.ts';
import { requireSiteBuild } from './site-build.mjs';
import { watchParentExit } from '../scripts/watch-parent.mjs';
import { loadSettings, getSiteOrigin } from '../lib/settings/load-settings.ts';

process.chdir(join(import.meta.dirname, '..'));
loadSettings();

const required = JSON.parse(readFileSync('lib/settings/required-settings.json', 'utf8'));
const missing = /** @type {string[]} */ required.filter((name) => !process.env[name]);
if (missing.length > 0) {
  fail(`Missing settings: ${missing.join(', ')}. .env.example explains each of them.`);
}

try {
  const siteUrl = getSiteOrigin();
  const built = requireSiteBuild('.next');
  if (built.siteUrl !== siteUrl) {
    const mismatch = `This build was made for ${built.siteUrl}, SITE_URL is ${siteUrl}.`;
    fail(`${mismatch} Run "npm run build" first.`);
  }
  for (const [name, value] of Object.entries(readBuiltInSettings(process.env))) {
    const builtValue = built.settings?.[name];
    if (builtValue === value) continue;
    const made = `This build was made with ${name}=${builtValue}, now it is ${value}.`;
    fail(`${made} Run "npm run build" first.`);
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

// npm does not pass on every signal, so this process checks whether npm has ended.
if (process.env.npm_lifecycle_event) watchParentExit(() => process.kill(process.pid, 'SIGTERM'));

process.env.NEXT_DIST_DIR = '.next';
process.env.PORT ||= '3000';
// The server runs in this process, so that signals reach it.
await import('./main.ts');

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
