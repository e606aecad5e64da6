import { ServerResponse } from 'node:http';

/** @typedef {(body: Buffer) => Promise<Buffer>} Change */

/**
 * The response class of the site's server: one whose body can be changed before it is sent.
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener, `ServerResponse`.
 *
 * @extends {ServerResponse<import('node:http').IncomingMessage>}
 */
export class WholeResponse extends ServerResponse {
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
    if (!this.#change) return super.end(.../** @type {[any]} */ (sent));
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
}
