import { createNodeTests } from '../../jest.config.mjs';

// Use the same build as the browser tests (same TEST_FAULT_ROUTE), so that it is built once.
process.env.TEST_FAULT_ROUTE = '1';

/** `npm test -- trust`; `npx jest --config <this file> -t flood` runs some of it. */
export default createNodeTests('attacks', {
  testTimeout: (process.env.FULL ? 60 : 3) * 60_000,
  maxConcurrency: 2,
  // A test that fails early leaves connections open.
  forceExit: true,
});
