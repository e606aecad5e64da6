import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../../local/ports.mjs';
import { imitateProduct, type PageSnapshots } from './bare-page';
import { startReactLater } from './react-page';

interface ComparisonServer {
  /** Without a slash at the end. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Serves the running site's pages with a plain listener instead of their scripts. All other
 * requests, the form's post included, are forwarded.
 *
 * @param snapshots what the page shows when its call and its form are used. Without them it only
 *   marks what was pressed, and the browser posts the form, as the product does before React runs.
 */
export const startBarePage = (
  siteUrl: string,
  snapshots?: PageSnapshots,
): Promise<ComparisonServer> =>
  startComparisonServer(
    (path) => new URL(path, siteUrl),
    removeScripts,
    writeCallSource(imitateProduct, snapshots ?? null),
  );

/**
 * Serves a page with React and no script of the product: the other app's copy of `/` or
 * `/outreach`, with the product's files. React starts when the product would start it.
 */
export const startReactPage = (siteUrl: string, emptyAppUrl: string): Promise<ComparisonServer> =>
  startComparisonServer(
    (path) => {
      const { pathname } = new URL(path, emptyAppUrl);
      if (pathname in COPIES_BY_PATH) return new URL(COPIES_BY_PATH[pathname] ?? '', emptyAppUrl);
      return new URL(path, path.endsWith('.js') ? emptyAppUrl : siteUrl);
    },
    (html) =>
      html
        .replace(/<script(?! nomodule| noModule)\b([^>]*)>/gi, (_, rest: string) => {
          const [, src] = / src="([^"]*)"/.exec(rest) ?? [];
          return `<script type="text/waits"${src ? ` data-src="${src}"` : ''}>`;
        })
        .replace(/<link rel="preload" as="script"[^>]*>/g, ''),
    `${writeCallSource(imitateProduct, null)};${writeCallSource(startReactLater)}`,
  );

/** The copies in the empty app, by the product's paths. */
const COPIES_BY_PATH: Record<string, string> = { '/': 'landing', '/outreach': 'personal' };

/** Writes a call of a function as source text. */
const writeCallSource = (callee: (...given: never[]) => void, ...callArguments: unknown[]) =>
  `(${callee})(${callArguments.map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'))})`;

/** Removes scripts and their preloads from markup. */
const removeScripts = (html: string) =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(?:modulepreload|preload" as="script)"[^>]*>/g, '');

/**
 * @param resolveUrl returns the URL that a path is requested from
 * @param changeHtml changes the markup of a page
 * @param code the script that is added at the end of the page
 */
async function startComparisonServer(
  resolveUrl: (path: string) => URL,
  changeHtml: (html: string) => string,
  code: string,
): Promise<ComparisonServer> {
  // tsx adds calls of this helper to functions; a page does not have it.
  const script = `{const __name=(it)=>it;${code}}`;
  const hash = createHash('sha256').update(script).digest('base64');
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const isPage = headers['sec-fetch-dest'] === 'document';
    // Pages are changed here, so they come uncompressed.
    const encoding = isPage ? { 'accept-encoding': 'identity' } : {};
    const options = { method, headers: { ...headers, ...encoding } };
    const upstream = request(resolveUrl(url), options, (response) => {
      if (isPage && response.headers['content-type']?.startsWith('text/html'))
        void text(response).then((html) => {
          const page = changeHtml(html).replace(
            '</body>',
            () => `<script>${script}</script></body>`,
          );
          sendPage(outgoing, response, page, hash);
        });
      else {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      }
    });
    upstream.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });
  return {
    url: `http://localhost:${await listen(server)}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function sendPage(
  outgoing: ServerResponse,
  response: IncomingMessage,
  html: string,
  hash: string,
): void {
  const body = brotliCompressSync(html);
  const headers = { ...response.headers };
  // The policy allows the one script of the page by its hash.
  const policy = headers['content-security-policy'];
  if (policy)
    headers['content-security-policy'] = String(policy).replace(
      "script-src 'self'",
      `script-src 'self' 'sha256-${hash}'`,
    );
  delete headers['transfer-encoding'];
  delete headers.etag;
  outgoing.writeHead(response.statusCode ?? 502, {
    ...headers,
    'content-encoding': 'br',
    'content-length': body.length,
  });
  outgoing.end(body);
}
