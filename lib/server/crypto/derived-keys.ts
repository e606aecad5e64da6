import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { getEnv } from '@/lib/server/env';

/** Derives a key of 32 bytes for one purpose. A leaked key reveals none of the others. */
export const deriveKey = (purpose: string, secret = getEnv().SUPABASE_SECRET_KEY): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

let hashKey: Uint8Array | undefined;

/** Returns an HMAC of the parts (27 characters), so that stored keys cannot be reversed. */
export function createKeyedHash(...parts: readonly string[]): string {
  hashKey ??= deriveKey('rate limit v1');
  return createHmac('sha256', hashKey)
    .update(JSON.stringify(parts))
    .digest('base64url')
    .slice(0, 27);
}
