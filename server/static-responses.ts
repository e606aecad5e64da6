import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import parseRange from 'range-parser';
import { hashContent, listFiles } from '../lib/site/files';

const EXTENSIONS = { br: 'br', gzip: 'gz' };

interface Representation {
  etag: string;
  body: Buffer;
  headers: Record<string, string>;
}
/** By content coding, best first. */
export type StaticResponse = Record<string, Representation>;

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
 * Returns the paths at which there is something, and a function that answers GET and HEAD,
 * or returns false if Next must answer.
 */
export async function cacheStaticResponses(
  { distDir, publicDir = 'public' }: { distDir: string; publicDir?: string },
  askNext: RequestListener,
) {
  const paths = new Set<string>();
  const responses = new Map<string, StaticResponse>();
  await withTemporaryServer(askNext, async (origin) => {
    for (const path of listStaticPaths(distDir, publicDir)) {
      const nextResponse = await fetchDirectly(origin + path);
      const body = Buffer.from(await nextResponse.arrayBuffer());
      if (nextResponse.ok) paths.add(path);
      if (isCacheable(nextResponse))
        responses.set(path, createRepresentations(body, nextResponse.headers, distDir));
    }
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers } = request;
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

function listStaticPaths(distDir: string, publicDir: string): string[] {
  const manifest = JSON.parse(readFileSync(join(distDir, 'prerender-manifest.json'), 'utf8'));
  return [
    ...Object.keys(manifest.routes),
    ...listFiles(join(distDir, 'static')).map((file) => `/_next/static/${file}`),
    ...listFiles(publicDir).map((file) => `/${file}`),
  ];
}

/** Serves with `listener` on a free port of loopback until `work` is done. */
export async function withTemporaryServer(
  listener: RequestListener,
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await work(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Unlike `fetch`, uses no proxy (NODE_USE_ENV_PROXY). */
export async function fetchDirectly(url: string, method = 'GET'): Promise<Response> {
  // The global agent would use the proxy, too.
  const options = { method, agent: false, headers: { 'Accept-Encoding': 'identity' } };
  const [answer] = (await once(request(url, options).end(), 'response')) as [IncomingMessage];
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  const body = await buffer(answer);
  const { statusCode: status = 500 } = answer;
  return new Response(body.length > 0 ? body : null, { status, headers });
}

function isCacheable({ status, headers }: Response): boolean {
  const cacheControl = headers.get('cache-control') ?? '';
  // A nonce must be new in each response.
  const hasNonce = headers.get('content-security-policy')?.includes("'nonce-");
  const isShared = !headers.has('set-cookie') && !/no-store|private/.test(cacheControl);
  return status === 200 && isShared && !hasNonce;
}

/** Picks the headers that every answer of this kind has. */
export const pickHeaders = (received: Headers) =>
  Object.fromEntries([...received].filter(([name]) => !DROPPED_HEADERS.has(name)));

/** Joins a body and its compressed copies with the headers that Next sent. */
export function createRepresentations(
  body: Buffer,
  received: Headers,
  distDir: string,
): StaticResponse {
  const digest = hashContent(body);
  const sharedHeaders = pickHeaders(received);
  const encode = (bytes: Buffer, coding?: string): Representation => {
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
  request: IncomingMessage,
  representations: StaticResponse,
): Representation {
  const codings = Object.keys(representations);
  const accepted = new Negotiator(request).encodings(codings);
  const bestCoding = codings.find((coding) => accepted.includes(coding)) ?? 'identity';
  return representations[bestCoding] as Representation;
}

// RFC 9110: conditional requests (section 13), and a single range (section 14).
function sendResponse(
  { method, headers: requestHeaders }: IncomingMessage,
  response: ServerResponse,
  { etag, body, headers }: Representation,
): void {
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
