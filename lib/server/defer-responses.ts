import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { deferHydration } from './defer-hydration.mjs';
import { log } from './log';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The page that is rendered per request; the build has deferred the others. */
const PATH = '/outreach';
const pack = promisify(gzip);

/**
 * Lets React wait for the visitor on the personal page as on the landing page (docs/decisions/023): what this process
 * answers there passes through `deferHydration`. Where the build was made without deferral, nothing changes.
 */
export function deferResponses(distDir: string): void {
  const imports = importsOf(distDir);
  if (!imports) return;
  const later = (chunks: string[]) => [...new Set(chunks.flatMap((chunk) => imports[chunk] ?? []))];
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    if (request.method !== 'GET' || request.url?.split('?')[0] !== PATH) return;
    // What is packed can't be changed: it is packed afterwards.
    const packs = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    delete request.headers['accept-encoding'];
    whenWhole(response, async (body) => {
      const html = String(response.getHeader('content-type')).startsWith('text/html');
      const page = html && response.statusCode === 200 ? defer(body, later) : body;
      if (!packs || page.length === 0) return page;
      response.setHeader('Content-Encoding', 'gzip');
      return await pack(page);
    });
  });
}

function defer(body: Buffer, later: (chunks: string[]) => string[]): Buffer {
  try {
    return Buffer.from(deferHydration(body.toString(), later));
  } catch (error) {
    // A page that is not deferred works all the same.
    log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'page not deferred');
    return body;
  }
}

/** Holds a response back until it has ended, and then sends what `change` makes of it. */
function whenWhole(response: ServerResponse, change: (body: Buffer) => Promise<Buffer>): void {
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
      void change(Buffer.concat(parts)).then((body) => {
        whole = true;
        response.setHeader('Content-Length', body.length);
        end.call(response, body, 'utf8', ended);
      });
      return response;
    },
  });
}

/** What scripts/finish-build.mjs wrote down: for each chunk, those that it imports later. */
function importsOf(distDir: string): Record<string, string[]> | undefined {
  const file = join(/* turbopackIgnore: true */ process.cwd(), distDir, 'imports.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  } catch {
    return undefined;
  }
}
