import nextJest from 'next/jest.js';

const createJestConfig = nextJest({ dir: './' });

const unitTests = createJestConfig({
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/__tests__/setup.ts'],
  testMatch: ['<rootDir>/__tests__/**/*.test.ts?(x)'],
  moduleNameMapper: {
    '^@/(.*)\\?inline$': '<rootDir>/$1',
    '^(.*)\\?inline$': '$1',
    '^@/(.*)$': '<rootDir>/$1',
  },
  // Tests await conditions, which come late on a busy machine.
  testTimeout: 60_000,
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/.data'],
});

const config = async () => {
  const base = await unitTests();
  return {
    ...base,
    // The first pattern that matches wins.
    transform: {
      '\\.script\\.ts$': '<rootDir>/__tests__/inline-script-transform.mjs',
      ...base.transform,
    },
    // These come as ES modules only, which Jest has to transform.
    transformIgnorePatterns: ['/node_modules/(?!(jose|pidtree)/)'],
  };
};
export default config;
