// `npx tsx scripts/test/node-versions.ts` builds the site, starts the local stack and runs the
// journeys in Chromium under each supported version of Node. An argument takes one of them.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { getNpmCommand } from '../npm.mjs';
import { programs } from '../tools/programs';
import { TEST_DIST_DIR } from './test-site';

const MAJORS = ['20', '22', '24', '26'];

const requested = process.argv.slice(2);
const failed = (requested.length > 0 ? requested : MAJORS).filter((major) => {
  console.log(`\nNode ${major}`);
  // Each version of Node builds again, and none of these builds is left to other tests.
  rmSync(TEST_DIST_DIR, { recursive: true, force: true });
  const journeys = ['node', programs.playwright, 'test', '--project', 'Chromium'];
  const { PLAYWRIGHT_JSON_OUTPUT_NAME: _, ...env } = process.env;
  // npm downloads the newest one of a major version, and puts it first in PATH.
  const { status } = spawnSync(
    ...getNpmCommand(['exec', '--yes', `--package=node@${major}`, '--', ...journeys]),
    { stdio: 'inherit', env: { ...env, SUITE: 'engines' } },
  );
  return status !== 0;
});
rmSync(TEST_DIST_DIR, { recursive: true, force: true });
if (failed.length > 0) console.log(`The journeys fail on Node ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
