import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { env } from '../env';

/**
 * A key for one purpose, made from the server-side key: whoever gets hold of one has none of the others.
 *
 * @returns 32 bytes
 */
export const keyFor = (purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', env().SUPABASE_SECRET_KEY, '', purpose, 32));

let key: Uint8Array | undefined;

/** HMAC of the parts, 27 characters long. Stored keys can't be reversed without the server-side key. */
export function keyedHash(...parts: readonly string[]): string {
  key ??= keyFor('rate limit v1');
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}
