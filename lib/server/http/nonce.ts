import { headers } from 'next/headers';

/** Reads the nonce that proxy.ts put into this request's policy; undefined in development. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('Content-Security-Policy');
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
