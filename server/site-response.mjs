import { ServerResponse } from 'node:http';

/** @typedef {(body: Buffer) => Promise<Buffer>} Change */

/** In milliseconds. How long a connection that is going to be closed may still send its request's body. */
const LINGER_MS = 10_000;

/**
 * The response class of the site's server: its body can be changed before it is sent, and it closes a connection without
 * a reset. https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener, `ServerResponse`.
 *
 * @extends {ServerResponse<import('node:http').IncomingMessage>}
 */
export class SiteResponse extends ServerResponse {
  /** @type {string | undefined} The address of a page or file of ours, for its span. */
  route;
  /** @type {Change | undefined} */
  #change;
  /** @type {Buffer[]} */
  #parts = [];

  /**
   * Holds the response back until it has ended, and then sends what `change` makes of its body.
   *
   * @param {Change} change may still set headers
   */
  changeBody(change) {
    this.#change = change;
  }

  // Once headers are written none can be added.
  /** @override */
  flushHeaders() {
    if (!this.#change) super.flushHeaders();
  }

  /**
   * @override
   * @param {number} status
   * @param {any[]} rest a status message, which is dropped, and headers
   */
  writeHead(status, ...rest) {
    if (!this.#change) return super.writeHead(status, ...rest);
    this.statusCode = status;
    const headers = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
    this.setHeaders(new Map(Object.entries(headers)));
    return this;
  }

  /**
   * @override
   * @param {any[]} sent chunk, encoding, callback
   * @returns {boolean}
   */
  write(...sent) {
    if (!this.#change) return super.write(.../** @type {[any]} */ (sent));
    const written = this.#keep(sent);
    if (written) process.nextTick(written);
    return true;
  }

  /**
   * @override
   * @param {any[]} sent chunk, encoding, callback
   */
  end(...sent) {
    if (!this.#change) return this.#endWhenReceived(sent);
    const ended = this.#keep(sent);
    const change = this.#change;
    change(Buffer.concat(this.#parts)).then(
      (body) => {
        this.#change = undefined;
        if (this.statusCode !== 304) this.setHeader('Content-Length', body.length);
        super.end(body, ended);
      },
      (error) => this.destroy(error),
    );
    return this;
  }

  /**
   * @param {any[]} sent
   * @returns {(() => void) | undefined} the callback
   */
  #keep([chunk, encoding, done]) {
    if (typeof chunk === 'string') this.#parts.push(Buffer.from(chunk, encoding));
    else if (chunk instanceof Uint8Array) this.#parts.push(Buffer.from(chunk));
    return [chunk, encoding, done].find((argument) => typeof argument === 'function');
  }

  /**
   * Ends at once, but where the connection is to be closed while a body is still on its way: closed then, it would be
   * reset, and the answer with it. So what comes is thrown away first.
   *
   * @param {any[]} sent chunk, encoding, callback
   */
  #endWhenReceived(sent) {
    const { req } = this;
    if (req.complete || req.destroyed || String(this.getHeader('Connection')) !== 'close')
      return super.end(.../** @type {[any]} */ (sent));
    const ended = sent.find((argument) => typeof argument === 'function');
    const [chunk, encoding] = sent.filter((argument) => argument !== ended);
    if (chunk) super.write(chunk, encoding);
    else this.flushHeaders();
    const end = () => {
      clearTimeout(timer);
      req.off('end', end).off('close', end);
      super.end(ended);
    };
    const timer = setTimeout(end, LINGER_MS);
    req.once('end', end).once('close', end);
    // Nobody else reads it any more.
    req.removeAllListeners('data').removeAllListeners('readable');
    setImmediate(() => req.resume());
    return this;
  }
}
