import 'server-only';
import { headers } from 'next/headers';
import type { Tables } from '@/lib/server/database/schema.generated';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';

export type LinkedProspect = Pick<
  Tables['decisionMakers'],
  'code' | 'contact_name' | 'language' | 'vapi_assistant_id'
>;

/** On the request to a page: its language, by the address or the short link. proxy.ts sets it. */
export const PAGE_LANGUAGE_HEADER = 'x-page-language';

/** On the request of a short link that somebody has: their row, as encoded JSON. */
export const PROSPECT_HEADER = 'x-prospect';

export async function readLinkedProspect(): Promise<LinkedProspect | null> {
  const row = (await headers()).get(PROSPECT_HEADER);
  return row && JSON.parse(decodeURIComponent(row));
}

export async function readPageLanguage(): Promise<Language> {
  const code = (await headers()).get(PAGE_LANGUAGE_HEADER);
  return findLanguage(code) ?? DEFAULT_PERSONAL_LANGUAGE;
}

/** Reads the nonce that proxy.ts put into this request's policy; undefined in development. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('Content-Security-Policy');
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
