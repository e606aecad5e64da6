import { createHash } from 'node:crypto';
import { bundleInlineScript } from '../scripts/build/inline-script-loader.mjs';

/** A transform for Jest that does what the loader does in a build. */
const transform = {
  /**
   * The bundle, since it changes with every file that it is made from.
   *
   * @param {string} _source
   * @param {string} file
   */
  getCacheKey: (_source, file) =>
    createHash('sha256').update(bundleInlineScript(file).code).digest('hex'),
  /**
   * @param {string} _source
   * @param {string} file
   */
  process: (_source, file) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(bundleInlineScript(file).code)} };`,
  }),
};
export default transform;
