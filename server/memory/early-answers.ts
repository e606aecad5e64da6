import type { IncomingMessage, RequestListener } from 'node:http';
import { type Addresses, isPersonal } from '../../lib/site/routing';
import { PERSONAL_HEADERS } from '../../lib/site/security-headers';
import type { SiteResponse } from '../response/site-response';
import { collectAnswers } from './collect-answers';
import {
  chooseRepresentation,
  createRepresentations,
  keepSharedHeaders,
  type StaticResponse,
} from './representations';

/**
 * For each reason, a request that proxy.ts rejects for it. Next is asked, because the headers of a
 * rejection come from proxy.ts and next.config.ts.
 */
const REJECTED = {
  method: { method: 'POST', path: '/' },
  options: { method: 'OPTIONS', path: '/' },
  unknown: { method: 'POST', path: '/no-such-page' },
} as const;

type Reason = keyof typeof REJECTED;
interface Rejection {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Caches what is answered before a body is read: requests each answer from Next once. The page for
 * unknown addresses is requested from each folder, because headers depend on the folder.
 */
export async function cacheEarlyAnswers(
  { distDir, addresses }: { distDir: string; addresses: Addresses },
  handleWithNext: RequestListener,
) {
  const rejections = {} as Record<Reason, Rejection>;
  const unknownPages = new Map<string, StaticResponse>();
  await collectAnswers(handleWithNext, async (ask) => {
    for (const reason of Object.keys(REJECTED) as Reason[]) {
      const { method, path } = REJECTED[reason];
      const answer = await ask(path, method);
      rejections[reason] = {
        status: answer.status,
        headers: keepSharedHeaders(answer.headers),
        body: await answer.text(),
      };
    }
    for (const folder of listFolders(addresses)) {
      const answer = await ask(`${folder}no-such-page`);
      const body = Buffer.from(await answer.arrayBuffer());
      unknownPages.set(folder, createRepresentations(body, answer.headers, distDir));
    }
  });

  return {
    reject(reason: Reason, request: IncomingMessage, response: SiteResponse) {
      const { status, headers, body } = rejections[reason];
      closeAfterBody(request, response);
      if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(body));
      response.writeHead(status, headers).end(body);
    },

    /** Redirects for good to a path of this site, with its query. */
    redirect(location: string, request: IncomingMessage, response: SiteResponse) {
      const { 'content-type': _, ...headers } = rejections.unknown.headers;
      closeAfterBody(request, response);
      response.setHeader('Location', location);
      const personalHeaders = isPersonal(location) ? PERSONAL_HEADERS : {};
      response.writeHead(308, { ...headers, ...personalHeaders, 'content-length': 0 }).end();
    },

    /** Answers with the page for unknown addresses. */
    answerUnknown(path: string, request: IncomingMessage, response: SiteResponse) {
      const page = unknownPages.get(getFolder(path)) ?? unknownPages.get('/');
      const { headers, body } = chooseRepresentation(request, page as StaticResponse);
      const { etag: _, 'accept-ranges': __, ...kept } = headers;
      response.writeHead(404, { ...kept, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  };
}

/** Node would read the rest of a body as the next request of its connection. */
function closeAfterBody({ headers }: IncomingMessage, response: SiteResponse) {
  const hasBody = headers['transfer-encoding'] || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody) response.setHeader('Connection', 'close');
}

/** Lists the first folder of every address, as `/` or `/fonts/`. */
const listFolders = ({ pages, files, routes }: Addresses) =>
  new Set([
    '/',
    ...[...Object.keys(pages), ...files, ...routes].map((path) => getFolder(`${path}/`)),
  ]);

/** Next compares paths with the rules of headers without regard to case. */
const getFolder = (path: string) => path.toLowerCase().match(/^\/[^/]+\//)?.[0] ?? '/';
