import 'server-only';
import { headers } from 'next/headers';
import type { Tables } from '@/lib/server/database/schema.generated';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';

export type LinkedProspect = Pick<
  Tables['decisionMakers'],
  'code' | 'contact_name' | 'language' | 'vapi_assistant_id'
>;

/** `prospect`: whose short link the page was opened with. */
export type PageFacts = { language: Language; prospect: LinkedProspect | null };

const LANGUAGE_HEADER = 'x-page-language';
/** Encoded JSON. */
const PROSPECT_HEADER = 'x-prospect';

/** Tells a page about itself, on the request to it. What the browser has sent there goes. */
export function addPageFacts(sent: Headers, { language, prospect }: PageFacts): Headers {
  const headers = new Headers(sent);
  headers.set(LANGUAGE_HEADER, language);
  headers.delete(PROSPECT_HEADER);
  if (prospect) headers.set(PROSPECT_HEADER, encodeURIComponent(JSON.stringify(prospect)));
  return headers;
}

export async function readLinkedProspect(): Promise<LinkedProspect | null> {
  const row = (await headers()).get(PROSPECT_HEADER);
  return row && JSON.parse(decodeURIComponent(row));
}

export async function readPageLanguage(): Promise<Language> {
  const code = (await headers()).get(LANGUAGE_HEADER);
  return findLanguage(code) ?? DEFAULT_PERSONAL_LANGUAGE;
}

/** Reads the nonce that proxy.ts put into this request's policy; undefined in development. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('Content-Security-Policy');
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
