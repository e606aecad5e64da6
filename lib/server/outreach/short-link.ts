import 'server-only';
import { parse } from 'node:querystring';
import { ERROR_TEXTS, TOO_MANY_LINKS } from '@/lib/content/errors';
import { contactMail, shortBrand } from '@/lib/content/site';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';
import { findCode, readLinkLanguage } from '@/lib/outreach/mangled-links';
import { send } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import type { PageFacts } from '@/lib/server/http/page-headers';
import { limitAddress } from '@/lib/server/http/rate-limit';
import { getClientAddress } from '@/lib/server/http/request';

const RETRY_SECONDS = 30;
const TIMEOUT_MS = 2000;

type Refusal = { status: 429 | 503; retryAfter: number; html: string };

/** Says in which language a page is, and whose short link it is, if it is one. Never throws. */
export async function openLink(path: string, request: Request): Promise<PageFacts | Refusal> {
  const named = readLinkLanguage(parse(new URL(request.url).search.slice(1)));
  const language = named ?? DEFAULT_PERSONAL_LANGUAGE;
  const code = findCode(path);
  if (code === undefined) return { language, prospect: null };
  // For each address: a limit for all would lock out prospects.
  const retryAfter = getClientAddress(request) ? await limitAddress('link', request) : 0;
  if (retryAfter)
    return { status: 429, retryAfter, html: writePage(TOO_MANY_LINKS[language], language) };
  if (code === '') return { language, prospect: null };
  const query = getDatabase()
    .from('decisionMakers')
    .select('code, contact_name, language, vapi_assistant_id')
    .eq('code', code)
    .limit(1);
  const { data, error } = await send(query, 'short link not looked up', { timeoutMs: TIMEOUT_MS });
  if (error) {
    const html = writePage(ERROR_TEXTS[language].text, language);
    return { status: 503, retryAfter: RETRY_SECONDS, html };
  }
  const prospect = data[0] ?? null;
  return { language: named ?? findLanguage(prospect?.language) ?? language, prospect };
}

/** React could not send such a status. */
const writePage = (reason: string, language: Language) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width,initial-scale=1">' +
  `<title>${shortBrand}</title></head><body><main><h1>${shortBrand}</h1>` +
  `<p>${reason} <a href="mailto:${contactMail}">${contactMail}</a></p>` +
  `<p><a href="">${ERROR_TEXTS[language].retry}</a></p></main></body></html>`;
