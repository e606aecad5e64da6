import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import parseRange from 'range-parser';

/** @import { IncomingMessage, RequestListener, ServerResponse } from 'node:http' */
/** @typedef {{ etag: string, body: Buffer, headers: Record<string, string> }} Representation */
/** @typedef {Record<string, Representation>} StaticResponse by content coding, best first */
/** @typedef {{ distDir: string, publicDir?: string }} Folders */
/** @typedef {(from: IncomingMessage, to: ServerResponse) => boolean} StaticHandler */
/** @typedef {{ paths: Set<string>, answer: StaticHandler }} StaticResponses */

const EXTENSIONS = { br: 'br', gzip: 'gz' };

/** Hop-by-hop headers, and those of a single body or response. */
const DROPPED_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
  'x-nextjs-cache',
  'x-request-id',
]);

/**
 * Requests each prerendered page and each file from Next once, and keeps the responses in memory.
 * Returns the paths at which there is something, and a function that answers a request, or returns
 * false if Next must answer.
 * @type {(folders: Folders, askNext: RequestListener) => Promise<StaticResponses>}
 */
export async function cacheStaticResponses({ distDir, publicDir = 'public' }, askNext) {
  const paths = /** @type {Set<string>} */ (new Set());
  const responses = /** @type {Map<string, StaticResponse>} */ (new Map());
  await withTemporaryServer(askNext, async (origin) => {
    for (const path of listStaticPaths(distDir, publicDir)) {
      const nextResponse = await fetchDirectly(origin + path);
      const body = Buffer.from(await nextResponse.arrayBuffer());
      if (nextResponse.ok) paths.add(path);
      if (isCacheable(nextResponse))
        responses.set(path, createRepresentations(body, nextResponse.headers, distDir));
    }
  });
  /** @type {StaticHandler} */
  const answer = (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // An RSC request has the same URL and gets another body.
    if (headers.rsc !== undefined) return false;
    const path = url.split('?', 1)[0] ?? '';
    const staticResponse = responses.get(path);
    if (!staticResponse) return false;
    sendResponse(request, response, chooseRepresentation(request, staticResponse));
    return true;
  };
  return { paths, answer };
}

function listStaticPaths(/** @type {string} */ distDir, /** @type {string} */ publicDir) {
  const manifest = JSON.parse(readFileSync(join(distDir, 'prerender-manifest.json'), 'utf8'));
  return [
    ...Object.keys(manifest.routes),
    ...listFiles(join(distDir, 'static')).map((file) => `/_next/static/${file}`),
    ...listFiles(publicDir).map((file) => `/${file}`),
  ];
}

function listFiles(/** @type {string} */ folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .map((file) => file.replaceAll('\\', '/'));
}

/** @type {(listener: RequestListener, work: (origin: string) => Promise<void>) => Promise<void>} */
export async function withTemporaryServer(listener, work) {
  const server = createServer(listener);
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    await work(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Unlike `fetch`, uses no proxy (NODE_USE_ENV_PROXY). */
export async function fetchDirectly(/** @type {string} */ url, method = 'GET') {
  // The global agent would use the proxy, too.
  const options = { method, agent: false, headers: { 'Accept-Encoding': 'identity' } };
  const [answer] = /** @type {[IncomingMessage]} */ (
    await once(request(url, options).end(), 'response')
  );
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  const body = await buffer(answer);
  const { statusCode: status = 500 } = answer;
  return new Response(body.length > 0 ? body : null, { status, headers });
}

function isCacheable(/** @type {Response} */ { status, headers }) {
  const cacheControl = headers.get('cache-control') ?? '';
  // A nonce must be new in each response.
  const hasNonce = headers.get('content-security-policy')?.includes("'nonce-");
  const isShared = !headers.has('set-cookie') && !/no-store|private/.test(cacheControl);
  return status === 200 && isShared && !hasNonce;
}

/** Picks the headers that every answer of this kind has. */
export const pickHeaders = (/** @type {Headers} */ received) =>
  Object.fromEntries([...received].filter(([name]) => !DROPPED_HEADERS.has(name)));

/** @type {(body: Buffer, received: Headers, distDir: string) => StaticResponse} */
export function createRepresentations(body, received, distDir) {
  const digest = createHash('sha256').update(body).digest('hex');
  const sharedHeaders = pickHeaders(received);
  /** @type {(bytes: Buffer, coding?: string) => Representation} */
  const encode = (bytes, coding) => {
    const etag = `"${digest.slice(0, 16)}${coding ? `-${coding}` : ''}"`;
    const headers = { ...sharedHeaders, 'accept-ranges': 'bytes', etag };
    return {
      etag,
      body: bytes,
      headers: coding ? { ...headers, 'content-encoding': coding } : headers,
    };
  };
  const copies = Object.entries(EXTENSIONS).flatMap(([coding, extension]) => {
    const file = join(distDir, 'compressed', `${digest}.${extension}`);
    return existsSync(file) ? [[coding, encode(readFileSync(file), coding)]] : [];
  });
  return { ...Object.fromEntries(copies), identity: encode(body) };
}

export function chooseRepresentation(
  /** @type {IncomingMessage} */ request,
  /** @type {StaticResponse} */ representations,
) {
  const codings = Object.keys(representations);
  const accepted = new Negotiator(request).encodings(codings);
  const bestCoding = codings.find((coding) => accepted.includes(coding)) ?? 'identity';
  return /** @type {Representation} */ (representations[bestCoding]);
}

// RFC 9110: conditional requests (section 13), and a single range (section 14).
/** @type {(request: IncomingMessage, response: ServerResponse, chosen: Representation) => void} */
function sendResponse({ method, headers: requestHeaders }, response, { etag, body, headers }) {
  if (fresh(requestHeaders, headers)) {
    const { 'content-type': _, 'content-encoding': __, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const isRangeApplicable =
    method === 'GET' && (!requestHeaders['if-range'] || requestHeaders['if-range'] === etag);
  const range =
    isRangeApplicable && requestHeaders.range
      ? parseRange(body.length, requestHeaders.range)
      : undefined;
  if (range === -1) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const [firstRange, ...otherRanges] = Array.isArray(range) && range.type === 'bytes' ? range : [];
  if (firstRange && otherRanges.length === 0) {
    const part = body.subarray(firstRange.start, firstRange.end + 1);
    const contentRange = `bytes ${firstRange.start}-${firstRange.end}/${body.length}`;
    response
      .writeHead(206, { ...headers, 'content-range': contentRange, 'content-length': part.length })
      .end(part);
    return;
  }
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
}
