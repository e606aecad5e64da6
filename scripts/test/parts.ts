import { spawnSync } from 'node:child_process';
import { findPostgresProblem } from './find-postgres-problem';

/** A program of scripts/tools/programs.ts, or npm, with arguments, and when it runs. */
export interface Part {
  command: string;
  env?: Record<string, string>;
  /** How many of two cores it needs; 1 by default. */
  cores?: number;
  /** Parts that have to end first, where they run at all. */
  after?: string[];
  /** The quick form runs it only if it is named. */
  isLong?: boolean;
  /** Says why it cannot run on this machine. */
  findBlocker?: () => string | null;
}

/** Matches the Jest tests that are no part of `unit`. */
const OTHERS = '/__tests__/(attacks|brand|contract|doctor|vercel|local/lifecycle|parsers)';
const onPostgres = { cores: 0.5, after: ['build'], findBlocker: findPostgresProblem };
const long = { cores: 2, after: ['build'], isLong: true };

/** In the order in which they start: long ones first, so that both cores have work to the end. */
export const parts: Record<string, Part> = {
  build: { command: 'tsx scripts/test/build.ts' },
  lifecycle: { command: 'jest __tests__/local/lifecycle', after: ['build'] },
  // Many test files slow a process down, so a new one replaces it.
  unit: { command: `jest --workerIdleMemoryLimit=400MB --testPathIgnorePatterns=${OTHERS}` },
  // In a new process: one that has run hundreds of files matches patterns many times slower.
  parsers: { command: 'jest __tests__/parsers' },
  browser: { command: 'playwright test', after: ['build', 'lifecycle'] },
  trust: { command: 'jest __tests__/attacks/trust --forceExit', ...onPostgres },
  database: { command: 'jest __tests__/contract/', cores: 0.5 },
  alerts: { command: 'jest __tests__/attacks/alerts --forceExit', ...onPostgres },
  // It serves the build at the address that the browser tests use.
  doctor: { command: 'jest __tests__/doctor/', ...onPostgres, after: ['build', 'browser'] },
  lint: { command: 'eslint --cache --cache-location .data/eslint --max-warnings 0 .' },
  format: {
    command: 'prettier --cache --cache-location .data/prettier --check --log-level warn .',
  },
  'dead-code': { command: 'knip' },
  // The compiler reads the types that a build writes.
  types: { command: 'npm run --silent typecheck', after: ['build'] },
  vercel: { command: 'jest __tests__/vercel/', ...long },
  engines: { command: 'playwright test', env: { SUITE: 'engines' }, ...long },
  container: {
    command: 'playwright test',
    env: { SUITE: 'container' },
    ...long,
    findBlocker: () => (spawnSync('docker', ['version']).status === 0 ? null : 'it needs Docker'),
  },
  brand: { command: 'jest __tests__/brand/', ...long },
  instances: { command: 'playwright test', env: { TEST_INSTANCES: '2', FULL: '' }, ...long },
};
