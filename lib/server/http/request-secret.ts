import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the token of the header Authorization: Bearer …, or null. */
export function readBearerToken(headers: Headers): string | null {
  return headers.get('authorization')?.match(/^Bearer +(.+)/i)?.[1] ?? null;
}

/** Compares in constant time; false if the secret is unset. */
export function matchesSecret(given: string | null, secret: string | undefined): boolean {
  const hashText = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(hashText(given ?? ''), hashText(secret));
}
