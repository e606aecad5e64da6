import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

/** The token in `Authorization: Bearer …`, or null. */
export function readBearerToken(headers: Headers): string | null {
  return headers.get('authorization')?.match(/^Bearer (.+)/)?.[1] ?? null;
}

/** Constant-time comparison; false when the secret is unset. */
export function matchesSecret(given: string | null, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(digest(given ?? ''), digest(secret));
}
