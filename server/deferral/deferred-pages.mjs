import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { deferHydration } from './defer-hydration.mjs';

/** Rendered per request, so that the build cannot defer them. */
const PAGES = new Set(['/outreach']);
const pack = promisify(gzip);

/**
 * Lets React wait for the visitor on the personal page as on the landing page (docs/decisions/023).
 *
 * @param {Record<string, string[]> | undefined} laterChunks for each chunk, those that it imports later; undefined when
 *   the build was made without deferral
 * @returns {(request: import('node:http').IncomingMessage, response: import('../site-response.mjs').SiteResponse) => void}
 *   to be called before Next answers
 */
export function deferredPages(laterChunks) {
  if (!laterChunks) return () => {};
  /** @param {string[]} chunks */
  const later = (chunks) => [...new Set(chunks.flatMap((chunk) => laterChunks[chunk] ?? []))];
  return (request, response) => {
    if (request.method !== 'GET' || !PAGES.has(request.url?.split('?')[0] ?? '')) return;
    // What is packed can't be changed: it is packed afterwards.
    const packs = new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip';
    delete request.headers['accept-encoding'];
    response.changeBody(async (body) => {
      const isPage =
        response.statusCode === 200 &&
        String(response.getHeader('Content-Type')).startsWith('text/html');
      const sent = isPage ? deferOrKeep(body, later) : body;
      if (!packs || sent.length === 0) return sent;
      response.setHeader('Content-Encoding', 'gzip');
      return await pack(sent);
    });
  };
}

/**
 * @param {Buffer} body
 * @param {(chunks: string[]) => string[]} later
 */
function deferOrKeep(body, later) {
  try {
    return Buffer.from(deferHydration(body.toString(), later));
  } catch (error) {
    // A page that is not deferred works all the same.
    const reason = error instanceof Error ? error.message : 'unknown';
    console.log(JSON.stringify({ level: 'warn', error: reason, msg: 'page not deferred' }));
    return body;
  }
}
