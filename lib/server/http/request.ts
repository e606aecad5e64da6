import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isbot } from 'isbot';
import { getEnv } from '@/lib/server/env';
import { isLoopback } from '@/lib/settings/loopback.mjs';

/** Pages can't forge Sec-Fetch-Site. (`request.url` does not help: Next fills in localhost.) */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site && site !== 'none') return site === 'same-origin';
  const origin = headers.get('origin');
  if (!origin) return false;
  if (origin === getEnv().SITE_URL) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host } = new URL(origin);
  return isLoopback(hostname) && host === headers.get('host');
}

/** IPv4, or the /64 network of IPv6 (one household). Null without TRUSTED_IP_HEADER's address. */
export function getClientAddress(request: Request): string | null {
  const header = getEnv().TRUSTED_IP_HEADER;
  // A proxy that appends to the header puts the address it saw last.
  const value = (header && request.headers.get(header)?.split(',').at(-1)?.trim()) ?? '';
  const [, bracketed, withPort] =
    /^\[(.+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(value) ?? [];
  // A link-local address ends with a zone: fe80::1%eth0.
  const address = (bracketed ?? withPort ?? value).replace(/%.*/, '');
  if (!isIP(address)) return null;
  const ip = ipaddr.process(address);
  if (!('parts' in ip)) return ip.toString();
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

export const readBearerToken = (headers: Headers): string | null =>
  headers.get('authorization')?.match(/^Bearer +(.+)/i)?.[1] ?? null;

/** Compares in constant time; false if the secret is unset. */
export function matchesSecret(given: string | null, secret: string | undefined): boolean {
  const hashText = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(hashText(given ?? ''), hashText(secret));
}

/** Longer than any browser's. The patterns of bots take long for long texts. */
const MAX_AGENT_LENGTH = 1024;

export const isDeclaredBot = (headers: Headers): boolean =>
  isbot(headers.get('user-agent')?.slice(0, MAX_AGENT_LENGTH));
