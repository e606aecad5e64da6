import { DEFAULT_PERSONAL_LANGUAGE, getLanguageParameters, type Language } from '@/lib/language';
import { type Prospect, PROSPECT_COLUMNS } from './prospect';

/** Holds nothing personal, and nothing that a mail program could break. */
export const buildShortLink = (siteUrl: string, code: string | null): string =>
  code ? new URL(`/o/${code}`, siteUrl).href : '';

/**
 * The id comes first, so that a link cut at its first `&` still works. Spaces become %20, because
 * some mail programs break an address at a plus.
 */
export function buildPersonalLink(
  siteUrl: string,
  prospect: Partial<Prospect> & Pick<Prospect, 'vapi_assistant_id'>,
  language: Language = DEFAULT_PERSONAL_LANGUAGE,
): string {
  const url = new URL('/outreach', siteUrl);
  const { vapi_assistant_id } = prospect;
  const first = new URLSearchParams({ vapi_assistant_id, ...getLanguageParameters(language) });
  url.search = first.toString();
  for (const column of PROSPECT_COLUMNS)
    if (typeof prospect[column] === 'string') url.searchParams.set(column, prospect[column]);
  return url.href.replaceAll('+', '%20');
}
