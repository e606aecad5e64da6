import { basename } from 'node:path';
import TestRunner from 'jest-runner';

/**
 * The full names of each file's tests, as the run without a fault tells them.
 *
 * @type {Map<string, string[]>}
 */
const namesIn = new Map();

/** @param {string} path */
const withoutEndings = (path) => basename(path).replace(/\..*/, '');

/**
 * Jest's own runner; the tests named for the file at hand come first, then quick ones. While a fault is planted, files
 * without a test that covers it are not loaded, and no file follows one with a failed test: the fault is noticed, and
 * Stryker's runner knows no `bail`.
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
    const subjects = this._globalConfig.nonFlagArgs.map(withoutEndings);
    const rank = (/** @type {(typeof tests)[number]} */ { path, duration = 0 }) =>
      subjects.includes(withoutEndings(path)) ? -1 : duration;
    const worthwhile = tests
      .filter(({ path }) => namesIn.get(path)?.some((name) => covers.test(name)) ?? true)
      .sort((a, b) => rank(a) - rank(b));
    return super.runTests(worthwhile, watcher, options);
  }
}
