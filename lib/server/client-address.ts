import 'server-only';
import { isIP } from 'node:net';
import { env } from './env';

/**
 * Who asks, for rate limits: an IPv4 address, or the /64 network of an IPv6 address (one household or server).
 * Taken only from the header that TRUSTED_IP_HEADER names; null when none is named or it holds no address.
 */
export function clientAddress(request: Request): string | null {
  const header = env().TRUSTED_IP_HEADER;
  // A proxy that appends to what came in puts its own finding last.
  const named = header && request.headers.get(header)?.split(',').at(-1)?.trim();
  return named ? network(named) : null;
}

function network(text: string): string | null {
  const [, bracketed, withPort] = /^\[(.+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;

  const groups = expand(address);
  // An IPv4 address in IPv6 clothes is that IPv4 address.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
      .join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address in hexadecimal, without leading zeros. */
function expand(address: string): string[] {
  // The URL parser knows every way to write one, and gives back one.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail].map((part) => part?.split(':').filter(Boolean) ?? []);
  if (tail === undefined) return left ?? [];
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => '0');
  return [...(left ?? []), ...zeros, ...(right ?? [])];
}
