import { createNodeTests } from '../../jest.config.mjs';

/** `npm test -- brand`. */
export default createNodeTests('deployment-tests/brand', { testTimeout: 10 * 60_000 });
