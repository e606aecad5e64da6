import { DEFAULT_PERSONAL_LANGUAGE, getLanguageParameters, type Language } from '@/lib/language';
import { type Prospect, PROSPECT_FIELDS, toRow } from './prospect';

/** Holds nothing personal, and nothing that a mail program could break. */
export const buildShortLink = (siteUrl: string, code: string | null): string =>
  code ? new URL(`/o/${code}`, siteUrl).href : '';

/**
 * The id comes first, so that a link cut at its first `&` still works. Spaces become %20, because
 * some mail programs break an address at a plus.
 */
export function buildPersonalLink(
  siteUrl: string,
  prospect: Partial<Prospect> & Pick<Prospect, 'assistant'>,
  language: Language = DEFAULT_PERSONAL_LANGUAGE,
): string {
  const url = new URL('/outreach', siteUrl);
  url.searchParams.set(PROSPECT_FIELDS.assistant.column, prospect.assistant);
  const parameters = { ...getLanguageParameters(language), ...toRow(prospect) };
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return url.href.replaceAll('+', '%20');
}
