import unitTests from '../../jest.config.mjs';

/** `npm test -- vercel`. */
const config = async () => ({
  ...(await unitTests()),
  rootDir: '../..',
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
  testMatch: ['<rootDir>/deployment-tests/vercel/*.test.ts'],
  testTimeout: 10 * 60_000,
});
export default config;
