// `npm start` and the image run this: it refuses missing settings, and a build made with other
// settings, before serve.ts starts.
import { basename, dirname, join } from 'node:path';
import { getSiteOrigin, readBuiltInSettings } from '../lib/settings/settings';
import { loadRequiredSettings } from '../lib/settings/load-settings';
import { findBuildProblem } from '../lib/site/site-build';

// The bundle's folder is in Next's output folder.
const distDir = dirname(import.meta.dirname);
process.chdir(join(distDir, '..'));

try {
  const missing = loadRequiredSettings();
  if (missing) fail(missing);
  process.env.NEXT_DIST_DIR = basename(distDir);
  process.env.PORT ||= '3000';
  const settings = readBuiltInSettings(process.env);
  const problem = findBuildProblem(process.env.NEXT_DIST_DIR, getSiteOrigin(), settings);
  if (problem) fail(problem);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

// The server runs in this process, so that signals reach it.
await import('./serve');

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
