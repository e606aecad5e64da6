import { ServerResponse } from 'node:http';

/** @typedef {(body: Buffer) => Promise<Buffer>} Change */

/**
 * The longest address to redirect to. Next repeats an address in two headers, and proxies read all
 * headers of an answer into 4 KB.
 */
const MAX_LOCATION_LENGTH = 1800;

/** How long to read the rest of a request body before closing the connection. */
const LINGER_MS = 10_000;

// https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
/** @extends {ServerResponse<import('node:http').IncomingMessage>} */
export class SiteResponse extends ServerResponse {
  #change = /** @type {Change | undefined} */ (undefined);
  #parts = /** @type {Buffer[]} */ ([]);

  /** Buffers the body, and sends what `change` returns for it. */
  changeBody(/** @type {Change} */ change) {
    this.#change = change;
  }

  /** @override While the body may change, so may headers. */
  flushHeaders() {
    if (!this.#change) super.flushHeaders();
  }

  /** @override @param {number} status @param {any[]} rest a status message (dropped), headers */
  writeHead(status, ...rest) {
    if (!this.#change) return super.writeHead(this.#refuseLongAddress(status), ...rest);
    this.statusCode = status;
    const headers = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
    this.setHeaders(new Map(Object.entries(headers)));
    return this;
  }

  #refuseLongAddress(/** @type {number} */ status) {
    if (String(this.getHeader('Location') ?? '').length <= MAX_LOCATION_LENGTH) return status;
    this.removeHeader('Location');
    this.removeHeader('Refresh');
    this.setHeader('Cache-Control', 'no-store');
    return 414;
  }

  /** @override @param {any[]} sent chunk, encoding, callback */
  write(...sent) {
    if (!this.#change) return super.write(.../** @type {[any]} */ (sent));
    const onWritten = this.#buffer(sent);
    if (onWritten) process.nextTick(onWritten);
    return true;
  }

  /** @override @param {any[]} sent chunk, encoding, callback */
  end(...sent) {
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

  /** @param {any[]} sent @returns {(() => void) | undefined} the callback */
  #buffer([chunk, encoding, done]) {
    if (typeof chunk === 'string') this.#parts.push(Buffer.from(chunk, encoding));
    else if (chunk instanceof Uint8Array) this.#parts.push(Buffer.from(chunk));
    return [chunk, encoding, done].find((argument) => typeof argument === 'function');
  }

  // Closing a connection while a request body arrives would reset it, and the client would lose the
  // response. So the rest of the body is received first, and dropped.
  #endWhenReceived(/** @type {any[]} */ sent) {
    const { req } = this;
    if (req.complete || req.destroyed || String(this.getHeader('Connection')) !== 'close')
      return super.end(.../** @type {[any]} */ (sent));
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
    // A listener that is left could still read the body, or stop it.
    req.removeAllListeners('data').removeAllListeners('readable');
    setImmediate(() => req.resume());
    return this;
  }
}
