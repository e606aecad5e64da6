import { ServerResponse, type IncomingMessage } from 'node:http';

/** The arguments of `write` and `end`: chunk, encoding, callback. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Node has overloads
export type Sent = any[];

/** How long to read the rest of a request body before closing the connection. */
const LINGER_MS = 10_000;

/**
 * Closes a connection only once the request body is received: closing it before would reset it, and
 * the client would lose the response. The rest of the body is dropped.
 */
export class LingeringResponse extends ServerResponse<IncomingMessage> {
  override end(...sent: Sent): this {
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
