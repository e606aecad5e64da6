import unitTests from '../../jest.config.mjs';

// The browser tests' build: made with the same switch, so that it is made once.
process.env.TEST_FAULT_ROUTE = '1';

/** `npm test -- doctor`; with `npx jest --config` this file, `-t policy` runs some of it. */
const config = async () => ({
  ...(await unitTests()),
  rootDir: '../..',
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  testMatch: ['<rootDir>/deployment-tests/doctor/*.test.ts'],
  testTimeout: 40_000,
});
export default config;
