// `npm run test:nodes`: builds the site, starts the local stack and walks the journeys of Chromium under each version
// of Node that we say we run on. `npm run test:nodes -- 24` takes one of them.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ensureInstalled } from '../../scripts/install.mjs';
import { fetchNode } from '../fetch-node.mjs';
import { TEST_DIST_DIR } from '../test-site.mjs';
import { summaryFile } from './parts.mjs';

const MAJORS = ['20', '22', '24'];

process.chdir(join(import.meta.dirname, '../..'));
ensureInstalled(process.cwd());
const asked = process.argv.slice(2);
const unknown = asked.filter((major) => !MAJORS.includes(major));
if (unknown.length > 0) {
  console.error(`Not among ${MAJORS.join(', ')}: ${unknown.join(', ')}`);
  process.exit(1);
}

/** @type {{ node: string, part: string, passed: number, failed: number, seconds: string, status: number | null }[]} */
const rows = [];
for (const major of asked.length > 0 ? asked : MAJORS) {
  const node = fetchNode(major);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\nNode ${version}`);
  // Each version of Node builds anew.
  rmSync(TEST_DIST_DIR, { recursive: true, force: true });
  const { status } = spawnSync(node, ['proofs/suite/run.mjs', 'journeys'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  /** @type {{ part: string, passed: number, failed: number, seconds: number }[]} */
  const results = JSON.parse(readFileSync(summaryFile, 'utf8'));
  for (const { part, passed, failed, seconds } of results)
    rows.push({ node: version, part, passed, failed, seconds: seconds.toFixed(1), status });
}
console.table(rows);
const sum = (/** @type {'passed' | 'failed'} */ what) =>
  rows.reduce((total, row) => total + row[what], 0);
const failed = Math.max(sum('failed'), rows.filter(({ status }) => status !== 0).length);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
