import 'server-only';
import { headers } from 'next/headers';

/** The nonce in the policy that proxy.ts set for this request; none on the development server. */
export async function nonce(): Promise<string | undefined> {
  const policy = (await headers()).get('Content-Security-Policy');
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
