import nextJest from 'next/jest.js';
import { exemptLoopbackFromProxy } from './lib/settings/loopback.mjs';

exemptLoopbackFromProxy();

const createJestConfig = nextJest({ dir: './' });

const unitTests = createJestConfig({
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/__tests__/setup.ts'],
  testMatch: ['<rootDir>/__tests__/**/*.test.ts?(x)'],
  // These folders have their own configuration.
  testPathIgnorePatterns: ['<rootDir>/__tests__/(attacks|brand|doctor|vercel)/'],
  moduleNameMapper: {
    '^@/(.*)\\?inline$': '<rootDir>/$1',
    '^(.*)\\?inline$': '$1',
    '^@/(.*)$': '<rootDir>/$1',
  },
  // Tests wait for conditions, which takes longer on a busy machine.
  testTimeout: 60_000,
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/.data'],
});

const config = async () => {
  const base = await unitTests();
  return {
    ...base,
    // With `--seed` the random cases of a run come again.
    showSeed: true,
    // The first matching pattern wins.
    transform: {
      '\\.script\\.ts$': '<rootDir>/__tests__/inline-script-transform.mjs',
      ...base.transform,
    },
    // These packages have ES modules only, which Jest must transform.
    transformIgnorePatterns: ['/node_modules/(?!(jose|pidtree)/)'],
  };
};
export default config;

/**
 * Creates the configuration of a folder of tests without DOM.
 *
 * @param {string} folder in `__tests__`
 * @param {import('jest').Config} options
 */
export const createNodeTests = (folder, options) => async () => ({
  ...(await config()),
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  testMatch: [`<rootDir>/__tests__/${folder}/*.test.ts`],
  testPathIgnorePatterns: [],
  ...options,
});
