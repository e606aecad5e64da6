import { ServerResponse, type IncomingMessage } from 'node:http';

type Change = (body: Buffer) => Promise<Buffer>;
/** The arguments of `write` and `end`: chunk, encoding, callback. */
type Sent = any[]; // eslint-disable-line @typescript-eslint/no-explicit-any -- overloads of Node

/**
 * The longest address to redirect to. Next repeats an address in two headers, and proxies read all
 * headers of an answer into 4 KB.
 */
const MAX_LOCATION_LENGTH = 1800;

/** How long to read the rest of a request body before closing the connection. */
const LINGER_MS = 10_000;

// https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
export class SiteResponse extends ServerResponse<IncomingMessage> {
  #change: Change | undefined;
  #parts: Buffer[] = [];

  /** Buffers the body, and sends what `change` returns for it. */
  changeBody(change: Change): void {
    this.#change = change;
  }

  /** While the body may change, so may headers. */
  override flushHeaders(): void {
    if (!this.#change) super.flushHeaders();
  }

  /** @param rest a status message, which is dropped if the body may change, and headers */
  override writeHead(status: number, ...rest: Sent): this {
    if (!this.#change) return super.writeHead(this.#refuseLongAddress(status), ...rest);
    this.statusCode = status;
    const headers = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
    this.setHeaders(new Map(Object.entries(headers)));
    return this;
  }

  #refuseLongAddress(status: number): number {
    if (String(this.getHeader('Location') ?? '').length <= MAX_LOCATION_LENGTH) return status;
    this.removeHeader('Location');
    this.removeHeader('Refresh');
    this.setHeader('Cache-Control', 'no-store');
    return 414;
  }

  override write(...sent: Sent): boolean {
    if (!this.#change) return super.write(...(sent as [unknown]));
    const onWritten = this.#buffer(sent);
    if (onWritten) process.nextTick(onWritten);
    return true;
  }

  override end(...sent: Sent): this {
    if (!this.#change) return this.#endWhenReceived(sent);
    const onEnded = this.#buffer(sent);
    const change = this.#change;
    change(Buffer.concat(this.#parts)).then(
      (body) => {
        this.#change = undefined;
        if (this.statusCode !== 304) this.setHeader('Content-Length', body.length);
        super.end(body, onEnded);
      },
      (error) => this.destroy(error),
    );
    return this;
  }

  /** Returns the callback. */
  #buffer([chunk, encoding, done]: Sent): (() => void) | undefined {
    if (typeof chunk === 'string') this.#parts.push(Buffer.from(chunk, encoding));
    else if (chunk instanceof Uint8Array) this.#parts.push(Buffer.from(chunk));
    return [chunk, encoding, done].find((argument) => typeof argument === 'function');
  }

  // Closing a connection while a request body arrives would reset it, and the client would lose the
  // response. So the rest of the body is received first, and dropped.
  #endWhenReceived(sent: Sent): this {
    const { req } = this;
    if (req.complete || req.destroyed || String(this.getHeader('Connection')) !== 'close')
      return super.end(...(sent as [unknown]));
    const onEnded = sent.find((argument) => typeof argument === 'function');
    const [chunk, encoding] = sent.filter((argument) => argument !== onEnded);
    if (chunk) super.write(chunk, encoding);
    else this.flushHeaders();
    const end = () => {
      clearTimeout(timer);
      req.off('end', end).off('close', end);
      super.end(onEnded);
    };
    const timer = setTimeout(end, LINGER_MS);
    req.once('end', end).once('close', end);
    // Next leaves its listeners when a handler answers before it has read the body. They would
    // collect the rest in memory, or pause the stream, so that it never ends.
    req.removeAllListeners('data').removeAllListeners('readable');
    setImmediate(() => req.resume());
    return this;
  }
}
