// `npx tsx scripts/test/node-versions.ts` builds the site, starts the local stack and runs the
// journeys in Chromium under each supported version of Node. `-- 24` takes one of them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { getNpmCommand } from '../npm.mjs';
import { TEST_DIST_DIR } from './test-site';
import { summaryFile } from './runner/parts';

const MAJORS = ['20', '22', '24'];

process.chdir(join(import.meta.dirname, '../..'));
const requestedMajors = process.argv.slice(2);
if (requestedMajors.some((major) => !MAJORS.includes(major))) {
  console.error(`Not among ${MAJORS.join(', ')}: ${requestedMajors.join(', ')}`);
  process.exit(1);
}
const rows: Record<string, unknown>[] = [];
let [passed, failed] = [0, 0];
for (const major of requestedMajors.length > 0 ? requestedMajors : MAJORS) {
  const node = fetchNode(major);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\nNode ${version}`);
  // Each version of Node builds again.
  rmSync(TEST_DIST_DIR, { recursive: true, force: true });
  const { status } = spawnSync(node, ['scripts/test/run.mjs', 'journeys'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  for (const { failures: _, ...row } of JSON.parse(readFileSync(summaryFile, 'utf8'))) {
    rows.push({ node: version, ...row });
    passed += row.passed;
    failed += row.failed;
  }
  failed ||= Number(status !== 0);
}
console.table(rows);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

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
