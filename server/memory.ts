import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as askServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { hashContent } from '../lib/site/files';

interface KeptAnswer {
  status: number;
  /** By content coding, best first. */
  copies: Record<string, { headers: Record<string, string | string[]>; body: Buffer }>;
}

const COMPRESSED = { br: 'br', gzip: 'gz' };
/** Headers of one connection, one body or one answer. */
const NOT_KEPT = `connection content-length date etag keep-alive last-modified transfer-encoding
  x-nextjs-cache x-request-id`.split(/\s+/);

/** Next is asked once, so that headers are set in one place: proxy.ts and next.config.ts. */
export async function keepAnswers(
  distDir: string,
  paths: readonly string[],
  handleWithNext: RequestListener,
) {
  const server = createServer(handleWithNext).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, method = 'GET') => {
    // Without the global agent, which may use a proxy (NODE_USE_ENV_PROXY).
    const options = { host: '127.0.0.1', port, path, method, agent: false };
    const [answer] = await once(askServer(options).end(), 'response');
    return keepAnswer(answer, await buffer(answer), distDir);
  };
  const files = new Map<string, KeptAnswer>();
  for (const path of paths) {
    const answer = await ask(path);
    if (answer.status === 200) files.set(path, answer);
  }
  const kept = {
    files,
    unknownPage: await ask('/no-such-page'),
    rejections: {
      method: await ask('/', 'POST'),
      options: await ask('/', 'OPTIONS'),
      unknown: await ask('/no-such-page', 'POST'),
    },
  };
  server.closeAllConnections();
  server.close();
  return kept;
}

function keepAnswer(answer: IncomingMessage, body: Buffer, distDir: string): KeptAnswer {
  const { statusCode: status = 500 } = answer;
  const shared = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !NOT_KEPT.includes(name)),
  ) as Record<string, string>;
  const digest = hashContent(body);
  const createCopy = (bytes: Buffer, coding?: string) => ({
    body: bytes,
    headers: {
      ...shared,
      ...(status === 204 ? {} : { 'content-length': String(bytes.length) }),
      ...(status === 200 ? { etag: `"${digest.slice(0, 16)}${coding ? `-${coding}` : ''}"` } : {}),
      ...(coding ? { 'content-encoding': coding } : {}),
    },
  });
  const compressed = Object.entries(COMPRESSED).flatMap(([coding, extension]) => {
    const file = join(distDir, 'compressed', `${digest}.${extension}`);
    return existsSync(file) ? [[coding, createCopy(readFileSync(file), coding)] as const] : [];
  });
  return { status, copies: { ...Object.fromEntries(compressed), identity: createCopy(body) } };
}

/** Sends the best copy that the client accepts, or says that the client has it already. */
export function sendKept(
  { status, copies }: KeptAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const codings = Object.keys(copies);
  const accepted = new Negotiator(request).encodings(codings);
  const coding = codings.find((each) => accepted.includes(each)) ?? 'identity';
  const { headers, body } = copies[coding] as KeptAnswer['copies'][string];
  if (status !== 200 || !fresh(request.headers, headers)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...rest } = headers;
  response.writeHead(304, rest).end();
}

/** Redirects for good, with the headers of a refusal. */
export function sendRedirect(
  location: string,
  { copies }: KeptAnswer,
  moreHeaders: Record<string, string>,
  response: ServerResponse,
): void {
  const { 'content-type': _, ...headers } = copies['identity']?.headers ?? {};
  response.setHeaders(new Map(Object.entries(headers)));
  response.writeHead(308, { ...moreHeaders, location, 'content-length': 0 }).end();
}
