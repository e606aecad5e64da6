import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { getEnv } from './env';

/** Derives a key of 32 bytes for one purpose. */
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

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM', zip: 'DEF' };

export const sealToken = (purpose: string, claims: JWTPayload, seconds: number): Promise<string> =>
  new EncryptJWT(claims)
    .setProtectedHeader(ENCRYPTION)
    .setExpirationTime(`${seconds}s`)
    .encrypt(deriveKey(purpose));

/** Returns null if the claims are forged or expired. */
export async function openToken<Claims>(
  purpose: string,
  sealed: string,
): Promise<(Claims & JWTPayload) | null> {
  try {
    const { payload } = await jwtDecrypt<Claims>(sealed, deriveKey(purpose), {
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
    });
    return payload;
  } catch {
    return null;
  }
}
