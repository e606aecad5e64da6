/** Mutation tests: `npm run test:mutants -- <folder>` (docs/testing.md). */
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  jest: { configFile: 'jest.mutants.config.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 10_000,
  buildCommand: 'node scripts/mutants-environment.mjs',
  tempDirName: '.data/stryker',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: '.data/mutants/report.json' },
  ignorePatterns: ['.next*', '.data', '.env*', 'test-results', 'e2e', 'docs', 'tools'],
};
