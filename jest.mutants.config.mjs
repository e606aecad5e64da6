import config from './jest.config.mjs';
/** The unit tests alone. */
export default async () => {
  const base = await config();
  return {
    ...base,
    testPathIgnorePatterns: [
      ...(base.testPathIgnorePatterns ?? []),
      '__tests__/(contract|local|sdk-contract|scripts|screen-reader)/',
      '__tests__/import-zones',
    ],
  };
};
