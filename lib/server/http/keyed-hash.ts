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

/** Names what is counted, in 27 characters; without the server-side key nobody can tell whom. */
export function keyedHash(...parts: readonly string[]): string {
  key ??= keyFor('rate limit v1');
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}
