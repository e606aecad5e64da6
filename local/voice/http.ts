import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isLoopback } from '@/lib/settings/loopback.mjs';
import { REFUSED_CALLS } from './scenarios';

/** `cut`: close the connection without a response. */
export type HttpReply = 'cut' | { status: number; type?: string; body?: string | Buffer };

/** `part` is the captured part of the path. Without a reply, the request stays open. */
export type Route = (
  req: IncomingMessage,
  part: string,
) => HttpReply | undefined | Promise<HttpReply | undefined>;

/** Routes by method and pattern of the path, such as `GET /call/([^/]+)`. */
export type Routes = Record<string, Route>;

const MAX_BODY_BYTES = 64 * 1024;

export function createJsonReply(status: number, body: unknown): HttpReply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** The hosted service's error; `message` is a text, an array of texts or an object. */
export function createErrorReply(status: number, message: unknown): HttpReply {
  return createJsonReply(status, { message, error: STATUS_CODES[status], statusCode: status });
}

/** The hosted service's error for a key of the wrong kind. */
export const WRONG_KEY_REPLY = createErrorReply(401, REFUSED_CALLS['wrong-key'].reply.message);

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

/** Reads the body as text; undefined if it is longer than 64 KiB. */
async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a JSON object of at most 64 KiB; any other body gives an empty one. */
export async function readObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse((await readBody(req)) ?? '');
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
