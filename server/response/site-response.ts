import { LingeringResponse, type Sent } from './lingering-response';

type Change = (body: Buffer) => Promise<Buffer>;

/**
 * The longest address to redirect to. Next repeats an address in two headers, and proxies read all
 * headers of an answer into 4 KB.
 */
const MAX_LOCATION_LENGTH = 1800;

// https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
export class SiteResponse extends LingeringResponse {
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
    if (!this.#change) return super.end(...sent);
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
}
