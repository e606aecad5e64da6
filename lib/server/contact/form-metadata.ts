import 'server-only';
import { HONEYPOT_FIELD } from '@/lib/contact/fields';
import { isUuid } from '@/lib/outreach/assistant-id';
import { getEnv } from '@/lib/server/env';

const MIN_FILL_MS = 2000;

export interface FormMetadata {
  suspectedSpam: boolean;
  /** The same for all retries of one filled form; null for a form sent without script. */
  idempotencyKey: string | null;
  /** Whether our server made the key, of the contents and the time. */
  isKeyless: boolean;
  source: string;
}

export function readFormMetadata(input: Readonly<Record<string, unknown>>): FormMetadata {
  const { [HONEYPOT_FIELD]: honeypot = '', fill_ms: fillMs, idempotency_key: key } = input;
  return {
    suspectedSpam: honeypot !== '' || (typeof fillMs === 'number' && fillMs < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && isUuid(key) ? key.toLowerCase() : null,
    isKeyless: input['is_keyless'] === true,
    source: classifySource(input['source']),
  };
}

/** `strategy_sessions_source_shape` has the same. */
export const SOURCE_PATTERN = /^(direct|search|referral:[a-z0-9.-]{1,60}|utm:[a-z0-9._-]{1,40})$/;

const MAX_HOST_LENGTH = 60;
const HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/;
const SEARCH_ENGINES =
  'google|bing|duckduckgo|ecosia|yahoo|seznam|yandex|baidu|qwant|startpage|brave|kagi|naver';
/** `uk.search.yahoo.com`, not `mail.yahoo.com`; and Google's app on Android (`android-app://`). */
const SEARCH_HOST = new RegExp(
  `^((([a-z]{1,2}|search|images|html|lite)\\.)*(${SEARCH_ENGINES})(\\.com?)?\\.[a-z]{2,3}` +
    '|com\\.google\\.android\\.googlequicksearchbox)$',
);

const removeWww = (host: string) => host.replace(/^www\./, '');

/** Whatever is unknown becomes `direct`, as no request is refused for its source. */
export function classifySource(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.toLowerCase() : '';
  if (SOURCE_PATTERN.test(text)) return text;
  const host = removeWww(text.replace(/:\d+$/, ''));
  if (!HOST.test(host) || host === removeWww(new URL(getEnv().SITE_URL).hostname)) return 'direct';
  // The end of a long host says whose it is.
  return SEARCH_HOST.test(host) ? 'search' : `referral:${host.slice(-MAX_HOST_LENGTH)}`;
}
