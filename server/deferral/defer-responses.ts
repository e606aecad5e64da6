import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { SiteBuild } from '../../lib/site/site-build';
import { writeLog } from '../log';
import type { SiteResponse } from '../response/site-response';
import { deferHydration } from './defer-hydration';
import { DEFERRED_PAGES } from './deferred-pages';

const compress = promisify(gzip);

/** Returns what defers pages that are rendered per request. Call it before Next handles one. */
export function createPageDeferral(laterChunks: SiteBuild['laterChunks']) {
  if (!laterChunks) return () => {};
  const findImportedChunks = (chunks: string[]) => [
    ...new Set(chunks.flatMap((chunk) => laterChunks[chunk] ?? [])),
  ];
  return (request: IncomingMessage, response: SiteResponse): void => {
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'GET' || !DEFERRED_PAGES.renderedPerRequest.includes(path)) return;
    // Next must not compress the body, because it could not be changed then.
    const acceptsGzip = new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip';
    delete request.headers['accept-encoding'];
    response.changeBody(async (body) => {
      const isPage =
        response.statusCode === 200 &&
        String(response.getHeader('Content-Type')).startsWith('text/html');
      const sentBody = isPage ? deferOrKeep(body, findImportedChunks) : body;
      if (!acceptsGzip || sentBody.length === 0) return sentBody;
      response.setHeader('Content-Encoding', 'gzip');
      return await compress(sentBody);
    });
  };
}

function deferOrKeep(body: Buffer, findImportedChunks: (chunks: string[]) => string[]): Buffer {
  try {
    return Buffer.from(deferHydration(body.toString(), findImportedChunks));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    writeLog('warn', { error: reason }, 'page not deferred');
    return body;
  }
}
