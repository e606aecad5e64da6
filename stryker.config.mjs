// A folder is judged by the tests of the level that owns it (docs/decisions/026).
/** @type {Record<string, string>} */
const TESTS_BY_FOLDER = {
  'lib/server': '(lib/server|app/api)',
  'lib/settings': 'lib/(settings|server)',
  'lib/call': '(lib|components)/call',
  'components/call': '(lib|components)/call',
};
const folders = process.argv
  .slice(2)
  .join()
  .match(/\b(lib|components)\/[\w-]+/g) ?? ['lib', 'components', 'app/api'];
// jest.config.mjs reads it.
process.env.MUTATION_TESTS = `(${folders.map((name) => TESTS_BY_FOLDER[name] ?? name).join('|')})`;

/**
 * Mutation tests (docs/decisions/026).
 *
 * @type {ConstructorParameters<typeof import('@stryker-mutator/core').Stryker>[0]}
 */
const config = {
  // One folder at a time: npx stryker run --mutate 'lib/server/**,!**/*.json'
  mutate: [
    'lib/{contact,outreach,server,call,settings,site}/**',
    'components/{contact,outreach,typing,call,page-script}/**',
    '!**/*.json',
  ],
  thresholds: { high: 95, low: 85, break: 85 },
  testRunner: 'jest',
  // Each run of a test file leaves memory behind.
  maxTestRunnerReuse: 50,
  concurrency: 1,
  // A timeout counts as a killed mutant, so slow tests on a busy machine need more time.
  timeoutMS: 15_000,
  tempDirName: '.data/stryker',
  ignorePatterns: ['.next*', '.data', '.env*', '!.env.example', 'test-results', 'e2e'],
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: '.data/mutants/report.json' },
};
export default config;
