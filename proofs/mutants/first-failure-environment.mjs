import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, but while a fault is planted, no test of a file follows one that failed: many would wait for their time limit. */
export default class FirstFailureEnvironment extends TestEnvironment {
  #failed = false;

  /**
   * Skips a test by its mode, as Jest does.
   *
   * @param {{ name: string, test: { mode?: string, errors: unknown[] } }} event
   */
  handleTestEvent = (event) => {
    if (event.name === 'test_start' && this.#failed) event.test.mode = 'skip';
    if (event.name === 'test_done' && process.env.__STRYKER_ACTIVE_MUTANT__)
      this.#failed ||= event.test.errors.length > 0;
  };
}
