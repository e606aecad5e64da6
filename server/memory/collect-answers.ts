import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Ask = (path: string, method?: string) => Promise<Response>;

/** Lets `work` ask `listener`, which is reached on a free port of loopback until then. */
export async function collectAnswers(
  listener: RequestListener,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await work((path, method = 'GET') => fetchDirectly(`http://127.0.0.1:${port}${path}`, method));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Unlike `fetch`, uses no proxy (NODE_USE_ENV_PROXY). */
async function fetchDirectly(url: string, method: string): Promise<Response> {
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
