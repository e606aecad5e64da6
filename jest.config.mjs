import nextJest from 'next/jest.js';

process.env.NO_PROXY ??= 'localhost,127.0.0.1,::1';

const createJestConfig = nextJest({ dir: './' })({
  setupFilesAfterEnv: ['<rootDir>/__tests__/setup.ts'],
  moduleNameMapper: {
    '^@/(.*)\\?inline$': '<rootDir>/$1',
    '^(.*)\\?inline$': '$1',
    '^@/(.*)$': '<rootDir>/$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/.data'],
});

/** A `*.test.ts` runs on Node, a `*.test.tsx` in a page of jsdom. */
export default async function createConfig() {
  const base = await createJestConfig();
  const project = {
    ...base,
    // The first matching pattern wins.
    transform: {
      '\\.script\\.ts$': '<rootDir>/__tests__/inline-script-transform.mjs',
      ...base.transform,
    },
    // These packages have ES modules only, which Jest must transform.
    transformIgnorePatterns: ['/node_modules/(?!(jose|pidtree)/)'],
    // After a file, Jest 30.5 would make what is set on shared objects call itself without end.
    testEnvironmentOptions: { globalsCleanup: 'off' },
  };
  const createProject = (/** @type {string} */ testEnvironment, /** @type {string} */ ending) => ({
    ...project,
    displayName: testEnvironment,
    testEnvironment,
    testMatch: [`<rootDir>/__tests__/**/*.test.${ending}`],
  });
  return {
    projects: [createProject('node', 'ts'), createProject('jsdom', 'tsx')],
    // Tests wait for conditions, which takes longer on a busy machine.
    testTimeout: 60_000,
    // With `--seed` the random cases of a run come again.
    showSeed: true,
  };
}
