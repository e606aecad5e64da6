import nextJest from 'next/jest.js';

const createJestConfig = nextJest({ dir: './' });

const unitTests = createJestConfig({
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/__tests__/setup.ts'],
  testMatch: ['<rootDir>/__tests__/**/*.test.ts?(x)'],
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1' },
  // Tests await conditions, which come late on a busy machine.
  testTimeout: 60_000,
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/.data'],
});

// These come as ES modules only, which Jest has to transform.
const config = async () => ({
  ...(await unitTests()),
  transformIgnorePatterns: ['/node_modules/(?!(jose|pidtree)/)'],
});
export default config;
