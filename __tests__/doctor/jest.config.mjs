import { createNodeTests } from '../../jest.config.mjs';

// The same build as the browser tests (same TEST_FAULT_ROUTE), so that it is built once.
process.env.TEST_FAULT_ROUTE = '1';

/** `npm test -- doctor`; `npx jest --config <this file> -t policy` runs some of it. */
export default createNodeTests('doctor', { testTimeout: 40_000 });
