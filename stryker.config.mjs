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
const tests = folders.map((name) => TESTS_BY_FOLDER[name] ?? name).join('|');

/** Starts a test file with its environment of Stryker, which records the faults that it reaches. */
const setEnvironment = (/** @type {string} */ name) =>
  `1s|^|/**\\ @jest-environment\\ @stryker-mutator/jest-runner/jest-env/${name}\\ */|`;

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
  jest: {
    config: { testTimeout: 10_000, testPathIgnorePatterns: [`^(?!.*/__tests__/(${tests})/)`] },
  },
  buildCommand: [
    'find __tests__',
    `-name *.test.ts -exec sed -i.bak ${setEnvironment('node')} {} + -o`,
    `-name *.test.tsx -exec sed -i.bak ${setEnvironment('jsdom')} {} +`,
  ].join(' '),
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
