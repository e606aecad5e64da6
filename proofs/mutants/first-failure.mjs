import TestRunner from 'jest-runner';

/**
 * The full names of each file's tests, as the run without a fault tells them.
 *
 * @type {Map<string, string[]>}
 */
const namesIn = new Map();

/**
 * Jest's own runner, quick files first. While a fault is planted, files without a test that covers it are not loaded,
 * and no file follows one with a failed test: the fault is noticed, and Stryker's runner knows no `bail`.
 */
export default class FirstFailureRunner extends TestRunner {
  /**
   * @override
   * @type {TestRunner['runTests']}
   */
  async runTests(tests, watcher, options) {
    const planted = Boolean(process.env.__STRYKER_ACTIVE_MUTANT__);
    this.on('test-file-success', ([{ path }, { numFailingTests, testResults }]) => {
      if (planted && numFailingTests > 0) void watcher.setState({ interrupted: true });
      const names = testResults.map(({ fullName }) => fullName);
      if (!planted) namesIn.set(path, names);
    });
    const covers = new RegExp((planted && this._globalConfig.testNamePattern) || '', 'i');
    const worthwhile = tests
      .filter(({ path }) => namesIn.get(path)?.some((name) => covers.test(name)) ?? true)
      .sort((a, b) => (a.duration ?? 0) - (b.duration ?? 0));
    return super.runTests(worthwhile, watcher, options);
  }
}
