import { createHash } from 'node:crypto';
import { createServer, request, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../local/ports';

/** Marks what is pressed, as the product does before React runs. */
const SCRIPT = `
  addEventListener('click', ({ target }) => {
    const button = target.closest('button[data-call-main]');
    if (button) button.dataset.pressed = '';
  });
  addEventListener('submit', ({ submitter }) => {
    if (submitter) submitter.dataset.pressed = '';
  });`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** Removes scripts and their preloads from markup, and adds the listener. */
const replaceScripts = (html: string) =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(?:modulepreload|preload" as="script)"[^>]*>/g, '')
    .replace('</body>', () => `<script>${SCRIPT}</script></body>`);

/** Serves an own page at `url` until `stop`. */
export async function serve(handle: RequestListener) {
  const server = createServer(handle);
  return { url: `http://localhost:${await listen(server)}`, stop: () => server.close() };
}

/**
 * Serves the running site's pages without their scripts. All other requests, the form's post
 * included, are forwarded.
 */
export const startBarePage = (siteUrl: string) =>
  serve((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const isPage = headers['sec-fetch-dest'] === 'document';
    // Pages are changed here, so they come uncompressed.
    const encoding = isPage ? { 'accept-encoding': 'identity' } : {};
    const options = { method, headers: { ...headers, ...encoding } };
    const upstream = request(new URL(url, siteUrl), options, async (response) => {
      const status = response.statusCode ?? 502;
      if (!isPage || !response.headers['content-type']?.startsWith('text/html')) {
        outgoing.writeHead(status, response.headers);
        response.pipe(outgoing);
        return;
      }
      const kept = { ...response.headers };
      for (const name of ['content-length', 'transfer-encoding', 'etag']) delete kept[name];
      const policy = String(kept['content-security-policy'] ?? '');
      kept['content-security-policy'] = policy.replace(
        "script-src 'self'",
        `script-src 'self' 'sha256-${SCRIPT_HASH}'`,
      );
      outgoing.writeHead(status, kept).end(replaceScripts(await text(response)));
    });
    upstream.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });

const BARE_FILE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
  '<title>Bare</title><h1>Bare</h1><p>A page.</p></html>';

/** Serves the bare HTML file: no style, no script. */
export const serveBareFile = () =>
  serve((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(BARE_FILE);
  });
