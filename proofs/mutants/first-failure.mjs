import TestRunner from 'jest-runner';

/**
 * Jest's own runner, quick files first. While a fault is planted no file follows one with a failed test: the fault is
 * noticed, and Stryker's runner knows no `bail`.
 */
export default class FirstFailureRunner extends TestRunner {
  /**
   * @override
   * @type {TestRunner['runTests']}
   */
  async runTests(tests, watcher, options) {
    if (process.env.__STRYKER_ACTIVE_MUTANT__)
      this.on('test-file-success', ([, { numFailingTests }]) => {
        if (numFailingTests > 0) void watcher.setState({ interrupted: true });
      });
    const quickFirst = tests.toSorted((a, b) => (a.duration ?? 0) - (b.duration ?? 0));
    return super.runTests(quickFirst, watcher, options);
  }
}
