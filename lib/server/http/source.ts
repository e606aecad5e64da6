import 'server-only';
import { getEnv } from '@/lib/server/env';

/** `strategy_sessions_source_shape` has the same. */
export const SOURCE_PATTERN =
  /^(direct|search|ai|referral:[a-z0-9.-]{1,60}|utm:[a-z0-9._-]{1,40})$/;

const MAX_HOST_LENGTH = 60;
const HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/;
const SEARCH_ENGINES =
  'google|bing|duckduckgo|ecosia|yahoo|seznam|yandex|baidu|qwant|startpage|brave|kagi|naver';
/** `uk.search.yahoo.com`, not `mail.yahoo.com`; and Google's app on Android (`android-app://`). */
const SEARCH_HOST = new RegExp(
  `^((([a-z]{1,2}|search|images|html|lite)\\.)*(${SEARCH_ENGINES})(\\.com?)?\\.[a-z]{2,3}` +
    '|com\\.google\\.android\\.googlequicksearchbox)$',
);
/** Assistants by their host or app, or as they call themselves in the links that they give. */
const AI = new RegExp(
  '^(utm:)?((chat\\.)?openai|chatgpt|perplexity|gemini(\\.google)?|copilot(\\.microsoft)?|claude)' +
    '(\\.com|\\.ai)?$|^(com\\.openai\\.chatgpt|ai\\.perplexity\\.app\\.android)$',
);

const removeWww = (host: string) => host.replace(/^www\./, '');

/**
 * Where a visitor came from, for requests and for the funnel. `sent`: the referrer's host, `utm:`
 * and the link's `utm_source`, or a source. Whatever is unknown becomes `direct`, as no request is
 * refused for its source.
 */
export function classifySource(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.toLowerCase() : '';
  const host = removeWww(text.replace(/:\d+$/, ''));
  if (AI.test(host)) return 'ai';
  if (SOURCE_PATTERN.test(text)) return text;
  if (!HOST.test(host) || host === removeWww(new URL(getEnv().SITE_URL).hostname)) return 'direct';
  // The end of a long host says whose it is.
  return SEARCH_HOST.test(host) ? 'search' : `referral:${host.slice(-MAX_HOST_LENGTH)}`;
}
