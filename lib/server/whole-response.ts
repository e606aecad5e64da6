import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What Node's own channel `http.server.request.start` tells about. */
export type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Whether whoever asks can unpack a content coding, e.g. `br` (RFC 9110, section 12.5.3; `*` counts as no). */
export function accepts({ headers }: IncomingMessage, coding: string): boolean {
  return String(headers['accept-encoding'])
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .some(([name, weight = '1']) => name === coding && Number(weight) > 0);
}

/** Holds a response back until it has ended, and then sends what `change` makes of it. */
export function whenWhole(
  response: ServerResponse,
  change: (body: Buffer) => Promise<Buffer>,
): void {
  const parts: Buffer[] = [];
  const { end, writeHead } = response;
  let whole = false;
  const keep = (...[chunk, encoding, done]: unknown[]) => {
    if (typeof chunk === 'string') parts.push(Buffer.from(chunk, encoding as BufferEncoding));
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
    return [chunk, encoding, done].find((argument) => typeof argument === 'function') as
      (() => void) | undefined;
  };
  Object.assign(response, {
    flushHeaders: () => undefined,
    // Once headers are written none can be added.
    writeHead: (status: number, ...rest: unknown[]) => {
      if (whole) return writeHead.call(response, status);
      response.statusCode = status;
      const headers = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
      response.setHeaders(new Map(Object.entries(headers as Record<string, string>)));
      return response;
    },
    write: (...sent: unknown[]) => {
      const written = keep(...sent);
      if (written) process.nextTick(written);
      return true;
    },
    end: (...sent: unknown[]) => {
      const ended = keep(...sent);
      const send = (body: Buffer) => {
        whole = true;
        if (response.statusCode !== 304) response.setHeader('Content-Length', body.length);
        end.call(response, body, 'utf8', ended);
      };
      change(Buffer.concat(parts)).then(send, (error: Error) => response.destroy(error));
      return response;
    },
  });
}
