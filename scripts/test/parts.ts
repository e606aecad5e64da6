import { spawnSync } from 'node:child_process';
import { findPostgresProblem } from './find-postgres-problem';

/** How a part of the tests is run. */
export interface Part {
  /** What it proves, for `--help`. */
  proves?: string;
  /** A program of scripts/tools/programs.ts, `node` or `npm`, with arguments. */
  command: string;
  env?: Record<string, string>;
  /** How many of two cores it needs; 1 by default. */
  cores?: number;
  /** Parts that have to end first, where they run at all. */
  after?: string[];
  /** Whether it runs without being named; by default in both forms. */
  runs?: 'only if named' | 'only in full' | 'in full, or if named';
  /** In `npm test -- changed`, followed by a commit: it runs what imports a file that differs. */
  changed?: string;
  /** Says why the part cannot run on this machine. */
  findBlocker?: () => string | null;
}

/** Matches the Jest tests that are no part of `unit`. */
const OTHER_PARTS = '/__tests__/(attacks|brand|contract|doctor|vercel|local/lifecycle|parsers)';
const onPostgres = { cores: 0.5, after: ['build'], findBlocker: findPostgresProblem };
const onStack = { cores: 1.5, after: ['build', 'lifecycle'] };
const inFull = { cores: 2, runs: 'in full, or if named' } as const;

/** In the order in which they start: long ones first, so that both cores have work to the end. */
export const parts: Record<string, Part> = {
  build: {
    proves: 'the site builds; what follows shares the build',
    command: 'tsx scripts/test/build.ts',
  },
  lifecycle: {
    proves: 'npm run local starts, stops and leaves no process behind',
    command: 'jest __tests__/local/lifecycle',
    after: ['build'],
  },
  unit: {
    proves: 'functions, components, handlers, screen reader, libraries without a browser',
    // Many test files slow a process down, so a new one replaces it.
    command: `jest --workerIdleMemoryLimit=400MB --testPathIgnorePatterns=${OTHER_PARTS}`,
    changed: '--changedSince=',
  },
  parsers: {
    proves: 'no text of a visitor keeps the server busy',
    // In a new process: one that has run hundreds of files matches patterns many times slower.
    command: 'jest __tests__/parsers',
  },
  weight: {
    proves: 'the landing page stays small',
    command: 'playwright test e2e/serving/weight.spec.ts',
    after: ['build'],
    runs: 'only if named',
  },
  browser: {
    proves: 'journeys, accessibility, weight, policy in Chromium',
    command: 'playwright test',
    changed: '--only-changed=',
    ...onStack,
    // Its pages wait a fifth of the time, so another part always runs next to it.
    cores: 1,
  },
  trust: {
    proves: 'attacks, floods and outages lose no request and bypass no protection',
    // A test that fails early leaves connections open.
    command: 'jest __tests__/attacks/trust --forceExit',
    ...onPostgres,
  },
  database: {
    proves: 'the contract with the database, on Supabase Lite and PostgreSQL',
    command: 'jest __tests__/contract/',
    cores: 0.5,
  },
  alerts: {
    proves: 'no alert is lost or sent twice, even if a server or a receiver fails',
    command: 'jest __tests__/attacks/alerts --forceExit',
    ...onPostgres,
  },
  doctor: {
    proves: 'npm run doctor finds every fault of a deployment, and nothing else',
    command: 'jest __tests__/doctor/',
    ...onPostgres,
    cores: 1,
    // It serves the build at the address that the browser tests use.
    after: ['build', 'browser'],
  },
  lint: {
    proves: 'rules of style and of who may import whom',
    command: 'eslint --max-warnings 0 .',
    changed: '',
  },
  format: {
    proves: 'every file is formatted',
    command: 'prettier --check --log-level warn .',
    changed: '',
  },
  'dead-code': {
    proves: 'no file, export or dependency is left over, and no import goes in a circle',
    command: 'knip',
  },
  types: {
    proves: 'types, those of the routes included',
    command: 'npm run --silent typecheck',
    changed: '',
    // The compiler reads the types that a build writes.
    after: ['build'],
  },
  vercel: {
    proves: "the functions that Vercel's own build makes answer as plain Node does",
    command: 'jest __tests__/vercel/',
    ...inFull,
  },
  engines: {
    proves: 'the main journeys in Chromium and Firefox ESR; the long form also in WebKitGTK',
    command: 'playwright test',
    env: { SUITE: 'engines' },
    after: ['build'],
    ...inFull,
  },
  container: {
    proves: 'the image that Docker builds: journeys, health check, stop, unprivileged, read-only',
    command: 'playwright test',
    env: { SUITE: 'container' },
    ...inFull,
    findBlocker: findMissingDocker,
  },
  brand: {
    proves: 'a copy that becomes another brand keeps no trace of the present one and passes tests',
    command: 'jest __tests__/brand/',
    cores: 2,
    runs: 'only in full',
  },
  'calls-again': {
    proves: 'every call journey, twice more',
    command: 'playwright test e2e/call --repeat-each=2',
    ...onStack,
    runs: 'only in full',
  },
  'two-instances': {
    proves: 'the quick browser tests on two servers that take turns',
    command: 'playwright test',
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
