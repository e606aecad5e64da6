import { LingeringResponse, type Sent } from './lingering-response';

type Change = (body: Buffer) => Promise<Buffer>;

/** A response whose body can be changed before it is sent. */
export class ChangeableResponse extends LingeringResponse {
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
    if (!this.#change) return super.writeHead(status, ...rest);
    this.statusCode = status;
    const headers = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
    this.setHeaders(new Map(Object.entries(headers)));
    return this;
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
