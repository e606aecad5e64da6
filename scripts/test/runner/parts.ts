import { spawnSync } from 'node:child_process';
import { getNpmCommand } from '../../npm.mjs';
import { findPostgresProblem } from '../find-postgres-problem';
import { programs } from '../../tools/programs';
import { type Count, readCount, readJestCount, readPlaywrightCount } from './count';

/** A part of the tests. */
export interface Part {
  name: string;
  /** What the part proves, shown by `--help`. */
  description: string;
  command: string[];
  /** How many of two cores it needs. */
  cores: number;
  /** Parts that have to end first, where they run at all. */
  after?: string[];
  env?: Record<string, string>;
  /** Reads `<folder>/<name>.json`. */
  count?: (file: string) => Count;
  onlyIfNamed?: boolean;
  /** Says why the part cannot run on this machine. */
  findBlocker?: () => string | null;
  /** Says which tests cannot run on this machine, and why. */
  findSkippedTests?: () => string | null;
}

export const resultsFolder = '.data/test-results';
/** The result of each part, read by steady.ts. */
export const summaryFile = '.data/test-summary.json';

const DESCRIPTIONS = {
  build: 'the site builds; what follows shares the build',
  lifecycle: 'npm run local starts, stops and leaves no process behind',
  unit: 'functions, components, handlers, screen reader, libraries without a browser',
  parsers: 'no text of a visitor keeps the server busy',
  weight: 'the landing page stays small',
  browser: 'journeys, accessibility, weight, policy in Chromium',
  trust: 'attacks, floods and outages lose no request and bypass no protection',
  database: 'the same contract on Supabase Lite and PostgreSQL',
  alerts: 'no alert is lost or sent twice, even if a server or a receiver fails',
  doctor: 'npm run doctor finds every fault of a deployment, and nothing else',
  lint: 'rules of style and of who may import whom',
  format: 'every file is formatted',
  'dead-code': 'no file, export or dependency is left over',
  types: 'types, those of the routes included',
  vercel: "the functions that Vercel's own build makes answer as plain Node does",
  engines: 'the main journeys in Chromium, Firefox ESR and WebKitGTK',
  container: 'the image that Docker builds: journeys, health check, stop, unprivileged, read-only',
  brand: 'a copy that becomes another brand keeps no trace of the present one and passes the tests',
  'calls-again': 'every call journey, twice more',
  'node-versions': 'the main journeys on Node 20, 22, 24 and 26, each with its own build',
  'two-instances': 'the quick browser tests on two servers that take turns',
};

const LIST_REPORTER = '--reporter=list,json';
/** Matches the Jest tests that are no part of `unit`. */
const OTHER_JEST_PARTS =
  '/__tests__/(attacks/|brand/|contract/|doctor/|vercel/|local/lifecycle|parsers)';
const TRUST_ARGS = '--config __tests__/attacks/jest.config.mjs --testPathPatterns';
const { tsx, eslint, prettier, knip } = programs;

type CreatePart = (
  name: keyof typeof DESCRIPTIONS,
  programArgs: string,
  more?: Partial<Part>,
) => Part;

/** Creates a part that runs a Node program. Without a `count` it counts as one test. */
const createPart: CreatePart = (name, args, more) => {
  const command = [process.execPath, ...args.split(' ')];
  return { name, description: DESCRIPTIONS[name], command, cores: 1, ...more };
};

const createJestPart: CreatePart = (name, programArgs, more) => {
  const report = `--json --outputFile=${resultsFolder}/${name}.json`;
  const all = `${programs.jest} --maxWorkers=1 ${programArgs} ${report}`;
  return createPart(name, all, { count: readJestCount, ...more });
};

const createPlaywrightPart: CreatePart = (name, programArgs, more) => {
  const needs = { cores: 1.5, after: ['build', 'lifecycle'], count: readPlaywrightCount };
  return createPart(name, `${programs.playwright} test ${programArgs}`, { ...needs, ...more });
};

const isLinux = () => process.platform === 'linux';
const findMissingPostgres = () => {
  const reason = findPostgresProblem();
  return reason && `real PostgreSQL: ${reason}`;
};
const findMissingDocker = () => {
  // Only on Linux does a container share the host's network.
  if (!isLinux()) return 'Docker on Linux';
  const { status } = spawnSync('docker', ['version'], { stdio: 'ignore' });
  return status === 0 ? null : 'Docker: "docker version" fails';
};
const findMissingWebKit = () => (isLinux() ? null : 'WebKitGTK: it is a browser of Linux');

/**
 * Lists the parts of `npm test` or `npm run test:full` in the order in which they start:
 * long ones first, so that both cores have work to the end.
 */
export function listParts({ full }: { full: boolean }): Part[] {
  const isQuickForm = !full;
  const after = ['build'];
  // These parts are mostly idle, so they share a core.
  const mostlyIdle = { cores: 0.5 };
  const postgres = { ...mostlyIdle, findBlocker: findMissingPostgres, after };
  const typecheck = getNpmCommand(['run', '--silent', 'typecheck']).flat();
  const quickParts = [
    createPart('build', `${tsx} scripts/test/build.ts`),
    createJestPart('lifecycle', '--testPathPatterns __tests__/local/lifecycle', { after }),
    createJestPart(
      'unit',
      // Many test files slow a process down, so a new one replaces it.
      `--workerIdleMemoryLimit=400MB --testPathIgnorePatterns ${OTHER_JEST_PARTS}`,
    ),
    // In a new process: one that has run hundreds of files matches patterns many times slower.
    createJestPart('parsers', '--testPathPatterns __tests__/parsers'),
    createPlaywrightPart('weight', `e2e/serving/weight.spec.ts ${LIST_REPORTER}`, {
      cores: 1,
      after: ['build'],
      onlyIfNamed: true,
    }),
    // Its pages wait a fifth of the time, so another part always runs next to it.
    createPlaywrightPart('browser', LIST_REPORTER, { cores: 1 }),
    createJestPart('trust', `${TRUST_ARGS} trust.test`, postgres),
    createJestPart('database', '--testPathPatterns __tests__/contract/', {
      ...mostlyIdle,
      findSkippedTests: findMissingPostgres,
    }),
    createJestPart('alerts', `${TRUST_ARGS} alerts.test`, postgres),
    // It serves the build at the address that the browser tests use.
    createJestPart('doctor', '--config __tests__/doctor/jest.config.mjs', {
      after: ['build', 'browser'],
      findBlocker: findMissingPostgres,
    }),
    createPart('lint', `${eslint} --max-warnings 0 .`),
    createPart('format', `${prettier} --check --log-level warn .`),
    createPart('dead-code', knip),
    // The compiler reads the types that a build writes.
    createPart('types', '', { command: typecheck, after }),
    createJestPart('vercel', '--config __tests__/vercel/jest.config.mjs', {
      cores: 2,
      onlyIfNamed: isQuickForm,
    }),
    createPlaywrightPart('engines', '', {
      cores: 2,
      after,
      env: { SUITE: 'engines' },
      onlyIfNamed: isQuickForm,
      findSkippedTests: findMissingWebKit,
    }),
    // Docker makes its own build.
    createPlaywrightPart('container', LIST_REPORTER, {
      env: { SUITE: 'container' },
      after: [],
      onlyIfNamed: isQuickForm,
      findBlocker: findMissingDocker,
    }),
  ];
  if (!full) return quickParts;
  return [
    ...quickParts,
    // It makes its own build.
    createJestPart('brand', '--config __tests__/brand/jest.config.mjs', { cores: 2 }),
    createPlaywrightPart('calls-again', `e2e/call --repeat-each=2 ${LIST_REPORTER}`),
    // Both in the quick form, because no scenario and no state depends on them.
    createPlaywrightPart('two-instances', LIST_REPORTER, {
      env: { TEST_INSTANCES: '2', FULL: '' },
    }),
    // Last, because it removes the build.
    createPart('node-versions', `${tsx} scripts/test/node-versions.ts`, {
      cores: 2,
      env: { FULL: '' },
      count: readCount,
    }),
  ];
}
