import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer of the site on its way to the client. `text` has one character for each byte. */
export type ProxiedAnswer = { status: number; headers: Record<string, string>; text: string };
type Change = (answer: ProxiedAnswer, path: string) => void;

export type AlteringProxy = {
  port: number;
  /** Alters each answer, if set. */
  change: Change | undefined;
  close: () => void;
};

const decoders: Record<string, ((bytes: Buffer) => Buffer) | undefined> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** A key and a self-signed certificate. */
export const CERTIFICATE = join(import.meta.dirname, 'localhost.pem');

/**
 * Starts a proxy in front of a site on loopback; with `usesTls` it has CERTIFICATE.
 *
 * @param port 0 for a free one
 */
export async function startAlteringProxy(
  port: number,
  target: string,
  { usesTls = false } = {},
): Promise<AlteringProxy> {
  const proxy: AlteringProxy = {
    port,
    change: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const forwardAndAlter = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = '/' } = incoming;
    const upstream = request(target + url, { method, headers, agent: false }, async (received) => {
      const proxiedAnswer = decodeAnswer(received, await buffer(received));
      proxy.change?.(proxiedAnswer, url);
      const { status, headers: sent, text } = proxiedAnswer;
      outgoing.writeHead(status, sent).end(Buffer.from(text, 'latin1'));
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  };
  const pem = usesTls ? readFileSync(CERTIFICATE) : '';
  const server = usesTls
    ? createTlsServer({ key: pem, cert: pem }, forwardAndAlter)
    : createServer(forwardAndAlter);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

/** Decodes an answer, and drops its coding, its length and its hop-by-hop headers. */
function decodeAnswer({ statusCode = 502, headers }: IncomingMessage, body: Buffer): ProxiedAnswer {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = headers;
  delete kept['content-length'];
  delete kept['content-encoding'];
  const decode = decoders[headers['content-encoding'] ?? ''];
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])),
    text: (decode?.(body) ?? body).toString('latin1'),
  };
}
