import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer';

/** `part` is what the path's pattern has picked out of it. */
export type Route = (req: IncomingMessage, res: ServerResponse, part: string) => Promise<void>;

const loopback = /^(127\.0\.0\.1|localhost|[a-z0-9-]+\.localhost|\[::1\])$/;
const maxBodyBytes = 64 * 1024;

/** True for 127.0.0.1, [::1], localhost and its subdomains. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

/** True for a loopback origin and for those of `extra`. */
export function isAllowedOrigin(origin: string, extra: readonly string[]): boolean {
  return extra.includes(origin) || (URL.canParse(origin) && isLoopback(new URL(origin).hostname));
}

/** Allows pages of loopback and `extra` origins to use the provider. */
export function setAccessHeaders(
  req: IncomingMessage,
  res: ServerResponse,
  extra: readonly string[],
): void {
  res.setHeader('vary', 'origin');
  res.setHeader('cache-control', 'no-store');
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
  res.setHeader('x-content-type-options', 'nosniff');
  const { origin } = req.headers;
  if (!origin || !isAllowedOrigin(origin, extra)) return;
  res.setHeader('access-control-allow-origin', origin);
  if (req.method !== 'OPTIONS') return;
  res.setHeader('access-control-allow-methods', 'GET, POST');
  res.setHeader('access-control-allow-headers', 'authorization, content-type');
  res.setHeader('access-control-max-age', '600');
}

/** The provider's address as this request reached it: the one that the page's content security policy allows. */
export function addressOf(req: IncomingMessage, fallback: string): string {
  const address = `http://${req.headers.host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname) ? address : fallback;
}

/** The request body as text; undefined when it is longer than 64 KiB. */
export async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A body that is no JSON object reads as an empty one. */
export function parseObject(text: string | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Sends the answer, or closes the connection without one. */
export function send(res: ServerResponse, answer: Answer): void {
  if (answer === 'cut') {
    res.destroy();
    return;
  }
  res.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
}
