import {
  chooseRepresentation,
  createRepresentations,
  fetchDirectly,
  pickHeaders,
  withTemporaryServer,
} from './static-responses.ts';

/** @import { IncomingMessage, RequestListener } from 'node:http' */
/** @import { Addresses } from '../lib/settings/addresses.ts' */
/** @import { SiteResponse } from './site-response.ts' */
/** @import { StaticResponse } from './static-responses.ts' */
/** @typedef {keyof typeof REFUSED} Reason */
/** @typedef {{ status: number, headers: Record<string, string>, body: string }} Refusal */

/** For each refusal of proxy.ts, a request that gets it. */
const REFUSED = /** @type {const} */ {
  method: { method: 'POST', path: '/' },
  options: { method: 'OPTIONS', path: '/' },
  unknown: { method: 'POST', path: '/no-such-page' },
};

/**
 * Requests each refusal from Next once, and keeps it in memory. The page for unknown addresses is
 * requested from each folder, because headers depend on the folder.
 *
 * @param {{ distDir: string, addresses: Addresses }} build
 * @param {RequestListener} askNext
 */
export async function cacheRefusals({ distDir, addresses }, askNext) {
  const refusals = /** @type {Record<Reason, Refusal>} */ {};
  const unknownPages = /** @type {Map<string, StaticResponse>} */ new Map();
  await withTemporaryServer(askNext, async (origin) => {
    for (const reason of /** @type {Reason[]} */ Object.keys(REFUSED)) {
      const { method, path } = REFUSED[reason];
      const answer = await fetchDirectly(origin + path, method);
      refusals[reason] = {
        status: answer.status,
        headers: pickHeaders(answer.headers),
        body: await answer.text(),
      };
    }
    for (const folder of listFolders(addresses)) {
      const answer = await fetchDirectly(`${origin}${folder}no-such-page`);
      const body = Buffer.from(await answer.arrayBuffer());
      unknownPages.set(folder, createRepresentations(body, answer.headers, distDir));
    }
  });

  return {
    /** Refuses a request before its body is read. */
    refuse(
      /** @type {Reason} */ reason,
      /** @type {IncomingMessage} */ request,
      /** @type {SiteResponse} */ response,
    ) {
      const { status, headers, body } = refusals[reason];
      closeAfterBody(request, response);
      if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(body));
      response.writeHead(status, headers).end(body);
    },

    /** Redirects for good to a path of this site, with its query. */
    redirect(
      /** @type {string} */ location,
      /** @type {IncomingMessage} */ request,
      /** @type {SiteResponse} */ response,
    ) {
      const { 'content-type': _, ...headers } = refusals.unknown.headers;
      closeAfterBody(request, response);
      response.setHeader('Location', location);
      response.writeHead(308, { ...headers, 'content-length': 0 }).end();
    },

    /** Answers with the page for unknown addresses. */
    answerUnknown(
      /** @type {string} */ path,
      /** @type {IncomingMessage} */ request,
      /** @type {SiteResponse} */ response,
    ) {
      const page = unknownPages.get(getFolder(path)) ?? unknownPages.get('/');
      const { headers, body } = chooseRepresentation(request, /** @type {StaticResponse} */ page);
      const { etag: _, 'accept-ranges': __, ...kept } = headers;
      response.writeHead(404, { ...kept, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  };
}

/** Node would read the rest of a body as the next request of its connection. */
function closeAfterBody(
  /** @type {IncomingMessage} */ { headers },
  /** @type {SiteResponse} */ response,
) {
  const hasBody = headers['transfer-encoding'] || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody) response.setHeader('Connection', 'close');
}

/** Lists the first folder of every address, as `/` or `/fonts/`. */
const listFolders = (/** @type {Addresses} */ { pages, files, routes }) =>
  new Set([
    '/',
    ...[...Object.keys(pages), ...files, ...routes].map((path) => getFolder(`${path}/`)),
  ]);

/** Next compares paths with the rules of headers without regard to case. */
const getFolder = (/** @type {string} */ path) =>
  path.toLowerCase().match(/^\/[^/]+\//)?.[0] ?? '/';
