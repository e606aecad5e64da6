/** Mutation tests: `npm run test:mutants` (docs/decisions/026). */
/** @type {ConstructorParameters<typeof import('@stryker-mutator/core').Stryker>[0]} */
const config = {
  testRunner: 'jest',
  jest: { configFile: 'proofs/mutants/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Each run of a test file leaves memory behind; with three gigabytes of it a fault took seconds instead of half a second.
  maxTestRunnerReuse: 50,
  // On a busy machine a slow test must not look like a noticed fault.
  timeoutMS: 15_000,
  plugins: ['@stryker-mutator/jest-runner', './proofs/mutants/ignored.mjs'],
  // What an element looks like is for the tests in a real browser: a unit test could only repeat its class names.
  ignorers: ['class-names'],
  buildCommand: 'node proofs/mutants/environment.mjs',
  tempDirName: '.data/stryker',
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: '.data/mutants/report.json' },
  incrementalFile: '.data/mutants/incremental.json',
  ignorePatterns: ['.next*', '.data', '.env*', 'test-results', 'e2e', 'docs', 'tools'],
};
export default config;
