import { join } from 'node:path';
import unitTests from '../../jest.config.mjs';

/**
 * The unit tests of some folders. All tests would take several times as long, and what only a distant test notices is hard
 * to find.
 */
const config = async () => {
  const base = await unitTests();
  const folders = (process.env.MUTANTS_TESTS ?? '**').split(',');
  return {
    ...base,
    rootDir: process.cwd(),
    testEnvironment: join(import.meta.dirname, 'first-failure-environment.mjs'),
    runner: '<rootDir>/proofs/mutants/first-failure.mjs',
    testMatch: folders.map((folder) => `<rootDir>/__tests__/${folder}/**/*.test.ts?(x)`),
    setupFiles: [...(base.setupFiles ?? []), '<rootDir>/proofs/mutants/active-mutant.ts'],
    // On a busy machine a slow test must not look like a noticed fault.
    testTimeout: 10_000,
    testPathIgnorePatterns: [
      ...(base.testPathIgnorePatterns ?? []),
      '__tests__/(contract|local|sdk-contract|scripts|screen-reader)/',
      '__tests__/import-zones',
    ],
  };
};
export default config;
