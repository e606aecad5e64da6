import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import TestRunner from 'jest-runner';

/** In Stryker's copy of the repository: runners come and go, and the run without a fault is the first one's alone. */
const namesFile = 'names-of-tests.json';
/**
 * The full names of each file's tests, as the run without a fault tells them.
 *
 * @type {Record<string, string[]>}
 */
const namesIn = existsSync(namesFile) ? JSON.parse(readFileSync(namesFile, 'utf8')) : {};

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
      if (!planted) namesIn[path] = testResults.map(({ fullName }) => fullName);
    });
    const covers = new RegExp((planted && this._globalConfig.testNamePattern) || '', 'i');
    const subjects = this._globalConfig.nonFlagArgs.map(withoutEndings);
    const rank = (/** @type {(typeof tests)[number]} */ { path, duration = 0 }) =>
      subjects.includes(withoutEndings(path)) ? -1 : duration;
    const worthwhile = tests
      .filter(({ path }) => namesIn[path]?.some((name) => covers.test(name)) ?? true)
      .sort((a, b) => rank(a) - rank(b));
    await super.runTests(worthwhile, watcher, options);
    if (!planted) writeFileSync(namesFile, JSON.stringify(namesIn));
  }
}
