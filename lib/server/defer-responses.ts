import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { deferHydration } from './defer-hydration.mjs';
import { log } from './log';
import { accepts, whenWhole, type Exchange } from './whole-response';

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
    const packs = accepts(request, 'gzip');
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

/** What scripts/build/finish-build.mjs wrote down: for each chunk, those that it imports later. */
function importsOf(distDir: string): Record<string, string[]> | undefined {
  const file = join(/* turbopackIgnore: true */ process.cwd(), distDir, 'imports.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  } catch {
    return undefined;
  }
}
