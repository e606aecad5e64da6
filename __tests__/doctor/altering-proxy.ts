import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startProxy } from '../support/network';

/** An answer of the site on its way to the client. `text` has one character for each byte. */
export type ProxiedAnswer = { status: number; headers: Record<string, string>; text: string };

export type AlteringProxy = {
  /** Alters each answer, if set. */
  change: ((answer: ProxiedAnswer, path: string) => void) | undefined;
  close: () => void;
};

const decoders: Record<string, ((bytes: Buffer) => Buffer) | undefined> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** Starts a proxy in front of a site on loopback. It decodes all answers. */
export async function startAlteringProxy(port: number, target: string): Promise<AlteringProxy> {
  const network = await startProxy(() => target, { port });
  const proxy: AlteringProxy = { change: undefined, close: network.close };
  network.handle = async ({ incoming, outgoing, fetchAnswer }) => {
    const { status, headers, body } = await fetchAnswer();
    const { 'content-encoding': coding = '', ...others } = headers;
    const answer = {
      status,
      headers: Object.fromEntries(
        Object.entries(others).map(([name, value]) => [name, `${value}`]),
      ),
      text: (decoders[coding]?.(body) ?? body).toString('latin1'),
    };
    proxy.change?.(answer, incoming.url ?? '/');
    outgoing.writeHead(answer.status, answer.headers).end(Buffer.from(answer.text, 'latin1'));
  };
  return proxy;
}
