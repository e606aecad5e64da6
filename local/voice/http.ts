import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { json } from 'node:stream/consumers';
import { isLoopback } from '@/lib/settings/loopback';

/** `cut`: close the connection without a response. */
export type HttpReply = 'cut' | { status: number; type?: string; body?: string | Buffer };

/** `part` is the captured part of the path. Without a reply, the request stays open. */
export type Route = (
  req: IncomingMessage,
  part: string,
) => HttpReply | undefined | Promise<HttpReply | undefined>;

/** Routes by method and pattern of the path, such as `GET /call/([^/]+)`. */
export type Routes = Record<string, Route>;

export function createJsonReply(status: number, body: unknown): HttpReply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** The hosted service's error; `message` is a text, an array of texts or an object. */
export function createErrorReply(status: number, message: unknown): HttpReply {
  return createJsonReply(status, { message, error: STATUS_CODES[status], statusCode: status });
}

/** The hosted service's error for a key of the wrong kind. */
export const WRONG_KEY_REPLY = createErrorReply(
  401,
  'Invalid Key. Hot tip, you may be using the private key instead of the public key, ' +
    'or vice versa.',
);

export function sendReply(res: ServerResponse, reply: HttpReply): void {
  if (reply === 'cut') return void res.destroy();
  const { status, type, body } = reply;
  res.writeHead(status, type ? { 'content-type': type } : {}).end(body);
}

/** Whether `hostname`, as `URL` writes it, is this machine; `*.localhost` also is. */
const isLocal = (hostname: string) => isLoopback(hostname) || hostname.endsWith('.localhost');

/** Whether the origin is on loopback or among the extra origins. */
export function isAllowedOrigin(origin: string, extraOrigins: readonly string[]): boolean {
  return (
    extraOrigins.includes(origin) || (URL.canParse(origin) && isLocal(new URL(origin).hostname))
  );
}

/** Allows pages of loopback and of the extra origins to use the provider. */
export function setAccessHeaders(
  req: IncomingMessage,
  res: ServerResponse,
  extraOrigins: readonly string[],
): void {
  res.setHeader('vary', 'origin');
  res.setHeader('cache-control', 'no-store');
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
  res.setHeader('x-content-type-options', 'nosniff');
  const { origin } = req.headers;
  if (!origin || !isAllowedOrigin(origin, extraOrigins)) return;
  res.setHeader('access-control-allow-origin', origin);
  if (req.method !== 'OPTIONS') return;
  res.setHeader('access-control-allow-methods', 'GET, POST');
  res.setHeader('access-control-allow-headers', 'authorization, content-type');
  res.setHeader('access-control-max-age', '600');
}

/** Returns the URL that this request used, because the page's content security policy allows it. */
export function getProviderUrl(req: IncomingMessage, fallback: string): string {
  const address = `http://${req.headers.host}`;
  return URL.canParse(address) && isLocal(new URL(address).hostname) ? address : fallback;
}

/** Reads a JSON object; any other body gives an empty one. */
export async function readObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await json(req).catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
