import { createNodeTests } from '../../jest.config.mjs';

/** `npm test -- brand`. */
export default createNodeTests('brand', { testTimeout: 40 * 60_000 });
