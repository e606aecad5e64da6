import unitTests from './jest.config.mjs';

/** The unit tests alone: what starts servers or looks at the repository itself says nothing about a planted fault. */
const config = async () => {
  const base = await unitTests();
  return {
    ...base,
    // On a busy machine a slow test must not look like a noticed fault.
    testTimeout: 20_000,
    testPathIgnorePatterns: [
      ...(base.testPathIgnorePatterns ?? []),
      '__tests__/(contract|local|sdk-contract|scripts|screen-reader)/',
      '__tests__/import-zones',
    ],
  };
};
export default config;
