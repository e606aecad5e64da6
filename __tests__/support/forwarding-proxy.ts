import { Agent, createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';

/** Creates a proxy that sends each request to the present target. It does not listen yet. */
export function createForwardingProxy(getTarget: () => string): Server {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const upstream = request(
      getTarget() + url,
      { method, headers: dropHopByHopHeaders(headers), agent },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, dropHopByHopHeaders(answer.headers));
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    upstream.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
    });
    // The target may answer and close the connection before it has the whole body.
    upstream.on('close', () => incoming.unpipe().resume());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  server.on('close', () => agent.destroy());
  return server;
}

function dropHopByHopHeaders({ connection: _, 'keep-alive': __, ...headers }: IncomingHttpHeaders) {
  return headers;
}
