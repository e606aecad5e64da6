import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * While a fault is planted, no test of a file follows one that failed: many would wait for their time limit.
 *
 * @template {new (...args: any[]) => any} Environment
 * @param {Environment} Environment one of Jest's
 */
export const stopAtFirstFailure = (Environment) =>
  class extends Environment {
    /** @param {any[]} args */
    constructor(...args) {
      super(...args);
      const inner = /** @type {Function | undefined} */ (this.handleTestEvent);
      let failed = false;
      /**
       * @param {{ name: string, test: { mode?: string, errors: unknown[] } }} event
       * @param {unknown} state
       */
      this.handleTestEvent = async (event, state) => {
        await inner?.call(this, event, state);
        // As Jest skips a test.
        if (event.name === 'test_start' && failed) event.test.mode = 'skip';
        if (event.name === 'test_done' && process.env.__STRYKER_ACTIVE_MUTANT__)
          failed ||= event.test.errors.length > 0;
      };
    }
  };

export default stopAtFirstFailure(TestEnvironment);
