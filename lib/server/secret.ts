import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether somebody knows a secret of ours; takes as long for every guess. Nobody knows one that is not set. */
export function isSecret(given: string | null, secret: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(digest(given ?? ''), digest(secret));
}
