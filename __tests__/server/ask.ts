import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SiteResponse } from '@/server/response/site-response';

type Listener = (request: IncomingMessage, response: SiteResponse) => void;

/** Serves with the site's own response class while a test file runs. Returns a client. */
export function setUpServer(listener: Listener) {
  const server = createServer({ ServerResponse: SiteResponse }, listener);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());
  /** Sends a request over a new connection; the body is returned as sent, compressed or not. */
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { port } = server.address() as AddressInfo;
    const options = { host: '127.0.0.1', port, path, headers, method, agent: false };
    const answer = await new Promise<IncomingMessage>((resolve) => request(options, resolve).end());
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
  };
}
