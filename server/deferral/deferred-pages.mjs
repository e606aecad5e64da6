import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { deferHydration } from './defer-hydration.mjs';

/** These are rendered per request, so the build cannot defer them. */
const PAGES = new Set(['/outreach']);
const compress = promisify(gzip);

/** @import { IncomingMessage } from 'node:http' */
/** @import { SiteResponse } from '../site-response.mjs' */

/**
 * Defers hydration of `/outreach` while it is sent (docs/decisions/023). Call the result before
 * Next answers.
 * @param {Record<string, string[]> | undefined} laterChunks the chunks that each one imports later;
 *   undefined for a build without deferral
 * @returns {(request: IncomingMessage, response: SiteResponse) => void}
 */
export function deferredPages(laterChunks) {
  if (!laterChunks) return () => {};
  const findLater = (/** @type {string[]} */ chunks) => [
    ...new Set(chunks.flatMap((chunk) => laterChunks[chunk] ?? [])),
  ];
  return (request, response) => {
    if (request.method !== 'GET' || !PAGES.has(request.url?.split('?')[0] ?? '')) return;
    // Next must not compress the body, because it could not be changed then.
    const acceptsGzip = new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip';
    delete request.headers['accept-encoding'];
    response.changeBody(async (body) => {
      const isPage =
        response.statusCode === 200 &&
        String(response.getHeader('Content-Type')).startsWith('text/html');
      const sent = isPage ? deferOrKeep(body, findLater) : body;
      if (!acceptsGzip || sent.length === 0) return sent;
      response.setHeader('Content-Encoding', 'gzip');
      return await compress(sent);
    });
  };
}

/** @param {Buffer} body @param {(chunks: string[]) => string[]} findLater */
function deferOrKeep(body, findLater) {
  try {
    return Buffer.from(deferHydration(body.toString(), findLater));
  } catch (error) {
    // A page that is not deferred works, too.
    const reason = error instanceof Error ? error.message : 'unknown';
    console.log(JSON.stringify({ level: 'warn', error: reason, msg: 'page not deferred' }));
    return body;
  }
}
