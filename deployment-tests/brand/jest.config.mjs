import unitTests from '../../jest.config.mjs';

/** `npm test -- brand`. */
const config = async () => ({
  ...(await unitTests()),
  rootDir: '../..',
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  testMatch: ['<rootDir>/deployment-tests/brand/*.test.ts'],
  testTimeout: 10 * 60_000,
});
export default config;
