import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import fresh from 'fresh';
import parseRange from 'range-parser';
import { listFiles } from '../../lib/site/files';
import { collectAnswers } from './collect-answers';
import {
  chooseRepresentation,
  createRepresentations,
  type Representation,
  type StaticResponse,
} from './representations';

/**
 * Requests each prerendered page and each file from Next once, and keeps the responses in memory.
 * Returns the paths at which there is something, and a function that answers GET and HEAD,
 * or returns false if Next must answer.
 */
export async function cacheStaticResponses(
  { distDir, publicDir = 'public' }: { distDir: string; publicDir?: string },
  handleWithNext: RequestListener,
) {
  const paths = new Set<string>();
  const responses = new Map<string, StaticResponse>();
  await collectAnswers(handleWithNext, async (ask) => {
    for (const path of listStaticPaths(distDir, publicDir)) {
      const nextResponse = await ask(path);
      const body = Buffer.from(await nextResponse.arrayBuffer());
      if (nextResponse.ok) paths.add(path);
      if (isCacheable(nextResponse))
        responses.set(path, createRepresentations(body, nextResponse.headers, distDir));
    }
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
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

function isCacheable({ status, headers }: Response): boolean {
  const cacheControl = headers.get('cache-control') ?? '';
  // A nonce must be new in each response.
  const hasNonce = headers.get('content-security-policy')?.includes("'nonce-");
  const isShared = !headers.has('set-cookie') && !/no-store|private/.test(cacheControl);
  return status === 200 && isShared && !hasNonce;
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
