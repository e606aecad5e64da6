import { spawnSync } from 'node:child_process';
import { programs } from '../tools/programs';
import { findPostgresProblem } from './find-postgres-problem';

/** How a part of the tests is run. */
export interface Part {
  /** The arguments of Jest, of Playwright or of Node, or a script of package.json. */
  jest?: string;
  playwright?: string;
  node?: string;
  npm?: string;
  env?: Record<string, string>;
  /** How many of two cores it needs; 1 by default. */
  cores?: number;
  /** Parts that have to end first, where they run at all. */
  after?: string[];
  /** Whether it runs without being named; by default in both forms. */
  runs?: 'only if named' | 'only in full' | 'in full, or if named';
  /** Says why the part cannot run on this machine. */
  findBlocker?: () => string | null;
}

/** What each part proves, for `--help`. */
export const PARTS = {
  build: 'the site builds; what follows shares the build',
  lifecycle: 'npm run local starts, stops and leaves no process behind',
  unit: 'functions, components, handlers, screen reader, libraries without a browser',
  parsers: 'no text of a visitor keeps the server busy',
  weight: 'the landing page stays small',
  browser: 'journeys, accessibility, weight, policy in Chromium',
  trust: 'attacks, floods and outages lose no request and bypass no protection',
  database: 'the contract with the database, on Supabase Lite and PostgreSQL',
  alerts: 'no alert is lost or sent twice, even if a server or a receiver fails',
  doctor: 'npm run doctor finds every fault of a deployment, and nothing else',
  lint: 'rules of style and of who may import whom',
  format: 'every file is formatted',
  'dead-code': 'no file, export or dependency is left over, and no import goes in a circle',
  types: 'types, those of the routes included',
  vercel: "the functions that Vercel's own build makes answer as plain Node does",
  engines: 'the main journeys in Chromium and Firefox ESR; the long form also in WebKitGTK',
  container: 'the image that Docker builds: journeys, health check, stop, unprivileged, read-only',
  brand: 'a copy that becomes another brand keeps no trace of the present one and passes the tests',
  'calls-again': 'every call journey, twice more',
  'two-instances': 'the quick browser tests on two servers that take turns',
};
export type PartName = keyof typeof PARTS;

const { tsx, eslint, prettier, knip } = programs;
const ATTACKS = '--config __tests__/attacks/jest.config.mjs';
/** Matches the Jest tests that are no part of `unit`. */
const OTHER_JEST_PARTS =
  '/__tests__/(attacks/|brand/|contract/|doctor/|vercel/|local/lifecycle|parsers)';
const onPostgres = { cores: 0.5, after: ['build'], findBlocker: findPostgresProblem };
const onStack = { cores: 1.5, after: ['build', 'lifecycle'] };
const inFull = { cores: 2, runs: 'in full, or if named' } as const;

/** In the order in which they start: long ones first, so that both cores have work to the end. */
export const parts: Record<PartName, Part> = {
  build: { node: `${tsx} scripts/test/build.ts` },
  lifecycle: { jest: '__tests__/local/lifecycle', after: ['build'] },
  // Many test files slow a process down, so a new one replaces it.
  unit: { jest: `--workerIdleMemoryLimit=400MB --testPathIgnorePatterns ${OTHER_JEST_PARTS}` },
  // In a new process: one that has run hundreds of files matches patterns many times slower.
  parsers: { jest: '__tests__/parsers' },
  weight: { playwright: 'e2e/serving/weight.spec.ts', after: ['build'], runs: 'only if named' },
  // Its pages wait a fifth of the time, so another part always runs next to it.
  browser: { playwright: '', ...onStack, cores: 1 },
  trust: { jest: `${ATTACKS} trust.test`, ...onPostgres },
  database: { jest: '__tests__/contract/', cores: 0.5 },
  alerts: { jest: `${ATTACKS} alerts.test`, ...onPostgres },
  doctor: {
    jest: '--config __tests__/doctor/jest.config.mjs',
    // It serves the build at the address that the browser tests use.
    ...onPostgres,
    cores: 1,
    after: ['build', 'browser'],
  },
  lint: { node: `${eslint} --max-warnings 0 .` },
  format: { node: `${prettier} --check --log-level warn .` },
  'dead-code': { node: knip },
  // The compiler reads the types that a build writes.
  types: { npm: 'typecheck', after: ['build'] },
  vercel: { jest: '--config __tests__/vercel/jest.config.mjs', ...inFull },
  engines: { playwright: '', env: { SUITE: 'engines' }, after: ['build'], ...inFull },
  container: {
    playwright: '',
    env: { SUITE: 'container' },
    ...inFull,
    findBlocker: findMissingDocker,
  },
  brand: { jest: '--config __tests__/brand/jest.config.mjs', cores: 2, runs: 'only in full' },
  'calls-again': { playwright: 'e2e/call --repeat-each=2', ...onStack, runs: 'only in full' },
  'two-instances': {
    playwright: '',
    env: { TEST_INSTANCES: '2', FULL: '' },
    ...onStack,
    runs: 'only in full',
  },
};

function findMissingDocker(): string | null {
  // Only on Linux does a container share the host's network.
  if (process.platform !== 'linux') return 'Docker on Linux';
  const { status } = spawnSync('docker', ['version'], { stdio: 'ignore' });
  return status === 0 ? null : 'Docker: "docker version" fails';
}
