import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { accepts, whenWhole, type Exchange } from './whole-response';

/**
 * Sends what the build has compressed with Brotli (docs/decisions/025) instead of having Next pack the same bytes with
 * gzip for each request: prerendered pages, scripts and styles. Whoever does not unpack Brotli gets what Next sends.
 * Where the build left no copies, nothing changes.
 */
export function sendCopies(distDir: string): void {
  const copies = copiesOf(distDir);
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    const file = copies.get(request.url?.split('?')[0] ?? '');
    if (!file || request.method !== 'GET' || !accepts(request, 'br')) return;
    // A page's address also answers with its data for React.
    const isPage = file.endsWith('.html');
    if (isPage && request.headers['rsc'] !== undefined) return;
    delete request.headers['accept-encoding'];
    whenWhole(response, async (body) => {
      // Gone when a new build takes the place of this one.
      const copy = response.statusCode === 200 && (await readFile(file).catch(() => null));
      if (!copy) return body;
      response.setHeader('Content-Encoding', 'br');
      response.setHeader('Vary', varyBy(response.getHeader('vary')));
      return copy;
    });
  });
}

function varyBy(header: number | string | readonly string[] | undefined): string {
  const names = String(header ?? '');
  return /accept-encoding/i.test(names)
    ? names
    : [names, 'Accept-Encoding'].filter(Boolean).join(', ');
}

/** The copies that scripts/build/finish-build.mjs left, by the path they are asked for. */
function copiesOf(distDir: string): Map<string, string> {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), distDir, 'brotli');
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    return new Map(
      files
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [addressOf(file.slice(folder.length).split(sep).join('/')), file]),
    );
  } catch {
    return new Map();
  }
}

/** @param path e.g. `/index.html`, `/_next/static/chunks/a.js` */
const addressOf = (path: string) =>
  path === '/index.html' ? '/' : path.replace(/^(?!\/_next\/)(.*)\.html$/, '$1');
