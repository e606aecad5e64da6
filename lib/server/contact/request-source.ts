import 'server-only';
import { getEnv } from '@/lib/server/env';

/** Where a request came from; `strategy_sessions_source_shape` has the same. */
export const SOURCE_PATTERN = /^(direct|search|referral:[a-z0-9.-]{1,60}|utm:[a-z0-9._-]{1,40})$/;

const MAX_HOST_LENGTH = 60;
const HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/;
const SEARCH_ENGINES =
  'google|bing|duckduckgo|ecosia|yahoo|seznam|yandex|baidu|qwant|startpage|brave|kagi|naver';
/** In any country, but not their mail or maps: `uk.search.yahoo.com`, not `mail.yahoo.com`. */
const SEARCH_HOST = new RegExp(
  `^(([a-z]{1,2}|search|images|html|lite)\\.)*(${SEARCH_ENGINES})(\\.com?)?\\.[a-z]{2,3}$`,
);

/** Google's app on Android, whose referrer is `android-app://` and its name. */
const SEARCH_APP = 'com.google.android.googlequicksearchbox';

const removeWww = (host: string) => host.replace(/^www\./, '');

/**
 * Reads the field `source` of a form: `utm:` and the `utm_source` of the page's address, or the
 * host of its referrer, or a result of this function. Whatever else was sent becomes `direct`, as
 * no request is refused for it. Never throws.
 */
export function classifySource(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.toLowerCase() : '';
  if (SOURCE_PATTERN.test(text)) return text;
  const host = removeWww(text.replace(/:\d+$/, ''));
  if (!HOST.test(host) || host === removeWww(new URL(getEnv().SITE_URL).hostname)) return 'direct';
  // The end of a long host says whose it is.
  return SEARCH_HOST.test(host) || host === SEARCH_APP
    ? 'search'
    : `referral:${host.slice(-MAX_HOST_LENGTH)}`;
}
