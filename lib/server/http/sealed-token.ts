import 'server-only';
import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { deriveKey } from './crypto';

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM', zip: 'DEF' };

/** Encrypts claims that are valid for some seconds, with a key for one purpose. */
export const sealToken = (purpose: string, claims: JWTPayload, seconds: number): Promise<string> =>
  new EncryptJWT(claims)
    .setProtectedHeader(ENCRYPTION)
    .setExpirationTime(`${seconds}s`)
    .encrypt(deriveKey(purpose));

/** Decrypts claims. Returns null if they are forged, or expired for longer than the tolerance. */
export async function openToken<Claims>(
  purpose: string,
  sealed: string,
  toleranceSeconds = 0,
): Promise<(Claims & JWTPayload) | null> {
  try {
    const { payload } = await jwtDecrypt<Claims>(sealed, deriveKey(purpose), {
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
      clockTolerance: toleranceSeconds,
    });
    return payload;
  } catch {
    return null;
  }
}
