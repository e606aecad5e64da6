// `npx tsx scripts/test/node-versions.ts` builds the site, starts the local stack and runs the
// journeys in Chromium under each supported version of Node. An argument takes one of them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { getNpmCommand } from '../npm.mjs';
import { programs } from '../tools/programs';
import { readPlaywrightCount } from './runner/count';
import { resultsFolder } from './runner/parts';
import { TEST_DIST_DIR } from './test-site';

const MAJORS = ['20', '22', '24', '26'];

process.chdir(join(import.meta.dirname, '../..'));
const requestedMajors = process.argv.slice(2);
if (requestedMajors.some((major) => !MAJORS.includes(major))) {
  console.error(`Not among ${MAJORS.join(', ')}: ${requestedMajors.join(', ')}`);
  process.exit(1);
}
mkdirSync(resultsFolder, { recursive: true });
const rows = (requestedMajors.length > 0 ? requestedMajors : MAJORS).map(runJourneys);
console.table(rows);
const sum = (count: 'passed' | 'failed') => rows.reduce((total, row) => total + row[count], 0);
const total = { passed: sum('passed'), failed: sum('failed') };
writeFileSync(join(resultsFolder, 'node-versions.json'), JSON.stringify(total));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

function runJourneys(major: string) {
  const node = fetchNode(major);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\nNode ${version}`);
  const report = resolve(resultsFolder, `node-${major}.json`);
  rmSync(report, { force: true });
  // Each version of Node builds again, and none of these builds is left to other tests.
  rmSync(TEST_DIST_DIR, { recursive: true, force: true });
  const { status } = spawnSync(node, [programs.playwright, 'test', '--project', 'Chromium'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SUITE: 'engines',
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  rmSync(TEST_DIST_DIR, { recursive: true, force: true });
  const { passed, failed } = readPlaywrightCount(report);
  return { node: version, passed, failed: failed || Number(status !== 0) };
}

/** Downloads the newest Node of a major version from the registry. Returns its program. */
function fetchNode(major: string): string {
  const folder = resolve('.data/nodes', major);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const program = join(folder, 'node_modules/node/bin', name);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${major}`];
  spawnSync(...getNpmCommand(args), { cwd: folder, stdio: 'inherit' });
  if (existsSync(program)) return program;
  throw new Error(`Node ${major} could not be installed.`);
}
