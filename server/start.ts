// `npm start` and the image run this: it refuses missing settings, and a build made with other
// settings, before serve.ts starts.
import { basename, dirname, join } from 'node:path';
import { requireSettings } from '../lib/settings/load-settings';
import { readBuiltInSettings } from '../lib/settings/settings';
import { findBuildProblem } from '../lib/site/site-build';

// The bundle's folder is in Next's output folder.
const distDir = dirname(import.meta.dirname);
process.chdir(join(distDir, '..'));
process.env.NEXT_DIST_DIR = basename(distDir);

try {
  requireSettings();
  const problem = findBuildProblem(process.env.NEXT_DIST_DIR, readBuiltInSettings());
  if (problem) throw new Error(problem);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// The server runs in this process, so that signals reach it.
await import('./serve');
