import 'server-only';
import ipaddr from 'ipaddr.js';
import { getEnv } from '@/lib/server/env';

const { IPv4, IPv6 } = ipaddr;

/**
 * Returns the client's IPv4 address, or the /64 network of its IPv6 address (one household or
 * server). Null unless the header that TRUSTED_IP_HEADER names holds an address.
 */
export function getClientAddress(request: Request): string | null {
  const header = getEnv().TRUSTED_IP_HEADER;
  // A proxy that appends to the header puts the address it saw last.
  const value = header && request.headers.get(header)?.split(',').at(-1)?.trim();
  return value ? parseAddress(value) : null;
}

/** An IPv6 address with brackets, port and zone. */
const MAX_ADDRESS_LENGTH = 100;

function parseAddress(text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  const [, bracketed, withPort] = /^\[(.+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  // A link-local address ends with a zone: fe80::1%eth0.
  const address = (bracketed ?? withPort ?? text).replace(/%.*/, '');
  if (IPv4.isValidFourPartDecimal(address)) return address;
  if (!IPv6.isValid(address)) return null;
  const ip = IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
