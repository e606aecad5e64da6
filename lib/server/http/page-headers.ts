import 'server-only';
import { headers } from 'next/headers';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';

/** On the request to a page: the language that its address names. proxy.ts sets it. */
export const PAGE_LANGUAGE_HEADER = 'x-page-language';

export async function readPageLanguage(): Promise<Language> {
  const code = (await headers()).get(PAGE_LANGUAGE_HEADER);
  return findLanguage(code) ?? DEFAULT_PERSONAL_LANGUAGE;
}

/** Reads the nonce that proxy.ts put into this request's policy; undefined in development. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('Content-Security-Policy');
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
