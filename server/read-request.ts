/** Longer than any browser sends. */
const MAX_LENGTH = 500;
const LISTS = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'range'];

/**
 * Drops headers that are long lists: the time to parse them grows with the square of their length,
 * in Next and in our own code.
 */
export function dropLongLists(/** @type {import('node:http').IncomingMessage} */ { headers }) {
  for (const name of LISTS)
    if (String(headers[name] ?? '').length > MAX_LENGTH) delete headers[name];
}
