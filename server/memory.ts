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

interface Copy {
  coding: string;
  headers: Record<string, string>;
  body: Buffer;
}
/** `copies`: the best coding first, the body as it is last. */
type KeptAnswer = { status: number; copies: Copy[] };

/** Of the build's compressed copies, the best first. */
const CODINGS = ['br', 'gzip'];
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
  const rejections = {
    method: await ask('/', 'POST'),
    options: await ask('/', 'OPTIONS'),
    unknown: await ask('/no-such-page', 'POST'),
  };
  const unknownPage = await ask('/no-such-page');
  server.closeAllConnections();
  server.close();
  return { files, unknownPage, rejections };
}

function keepAnswer(answer: IncomingMessage, body: Buffer, distDir: string): KeptAnswer {
  const { statusCode: status = 500, headers } = answer;
  for (const name of NOT_KEPT) delete headers[name];
  const digest = hashContent(body);
  const copies: Copy[] = [];
  const addCopy = (coding: string, bytes: Buffer) => {
    const copyHeaders = { ...headers } as Copy['headers'];
    if (status !== 204) copyHeaders['content-length'] = String(bytes.length);
    if (status === 200) copyHeaders['etag'] = `"${digest.slice(0, 16)}-${coding}"`;
    if (coding !== 'identity') copyHeaders['content-encoding'] = coding;
    copies.push({ coding, headers: copyHeaders, body: bytes });
  };
  for (const coding of CODINGS) {
    const file = join(distDir, 'compressed', `${digest}.${coding}`);
    if (existsSync(file)) addCopy(coding, readFileSync(file));
  }
  addCopy('identity', body);
  return { status, copies };
}

/** Sends the best copy that the client accepts, or says that the client has it already. */
export function sendKept(
  { status, copies }: KeptAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const accepted = new Negotiator(request).encodings(copies.map(({ coding }) => coding));
  const best = copies.find(({ coding }) => accepted.includes(coding)) ?? copies.at(-1);
  const { headers, body } = best as Copy;
  if (status !== 200 || !fresh(request.headers, headers)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...rest } = headers;
  response.writeHead(304, rest).end();
}
