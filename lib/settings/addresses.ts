/**
 * The addresses of a build; `site-build.json` has them.
 * @typedef {object} Addresses
 * @property {Record<string, unknown>} pages prerendered, by path
 * @property {string[]} files paths of public files, and of prerendered handlers
 * @property {string[]} routes paths of pages and handlers that are rendered per request
 * @property {string[]} dynamicRoutes regular expressions of those whose path has parameters
 */

/**
 * Returns the path that stands for all paths that RFC 3986 (section 6.2.2) calls equal to this one.
 * It has neither a slash at the end nor repeated ones, so `//host` can't come out of it.
 *
 * @param {string} path as it was sent, without a query
 */
export function normalizePath(path) {
  const decoded = path.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  const segments = /** @type {string[]} */ ([]);
  // Browsers read a backslash as a slash.
  for (const segment of decoded.split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/**
 * Returns the path that a visitor should be redirected to, or undefined if this one is right.
 *
 * @param {string} path as it was sent, without a query
 */
export function findBetterPath(path) {
  const normalized = normalizePath(path);
  // Browsers drop tabs, and a header can't hold every character.
  return normalized !== path && /^[!-~]+$/.test(normalized) ? normalized : undefined;
}

/** Handlers decide themselves which methods they take. */
export const isApiPath = (/** @type {string} */ path) => path.startsWith('/api/');

/**
 * Finds what a build has at a normalized path; undefined if there is nothing.
 *
 * @param {Addresses} addresses
 * @param {string} path
 * @returns {'page' | 'file' | 'route' | undefined}
 */
export function findAddress({ pages, files, routes, dynamicRoutes }, path) {
  // Next's own: the pages of unknown addresses and of errors.
  if (path.startsWith('/_')) return undefined;
  if (Object.hasOwn(pages, path)) return 'page';
  if (files.includes(path)) return 'file';
  if (routes.includes(path)) return 'route';
  return dynamicRoutes.some((pattern) => new RegExp(pattern).test(path)) ? 'route' : undefined;
}
