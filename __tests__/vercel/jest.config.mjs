import { createNodeTests } from '../../jest.config.mjs';

/** `npm test -- vercel`. */
export default createNodeTests('vercel', { testTimeout: 10 * 60_000 });
