import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply } from './answer';

/** `part` is the captured part of the path. */
export type Route = (req: IncomingMessage, res: ServerResponse, part: string) => Promise<void>;

const LOOPBACK = /^(127\.0\.0\.1|localhost|[a-z0-9-]+\.localhost|\[::1\])$/;
const MAX_BODY_BYTES = 64 * 1024;

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Whether the origin is on loopback or among the extra origins. */
export function isAllowedOrigin(origin: string, extraOrigins: readonly string[]): boolean {
  return (
    extraOrigins.includes(origin) || (URL.canParse(origin) && isLoopback(new URL(origin).hostname))
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
  return URL.canParse(address) && isLoopback(new URL(address).hostname) ? address : fallback;
}

/** Reads the body as text; undefined if it is longer than 64 KiB. */
export async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a JSON object; any other text gives an empty one. */
export function parseObject(text: string | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function sendReply(res: ServerResponse, reply: HttpReply): void {
  if (reply === 'cut') {
    res.destroy();
    return;
  }
  res.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body);
}
