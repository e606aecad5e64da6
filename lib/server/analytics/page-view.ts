import 'server-only';
import { isDeclaredBot } from '@/lib/server/http/user-agent';

/** The counted pages and their languages. */
const LANGUAGES_BY_PAGE = { '/': 'en', '/outreach': 'cs' } as const;

export type CountedPage = keyof typeof LANGUAGES_BY_PAGE;

export const COUNTED_PAGES = Object.keys(LANGUAGES_BY_PAGE) as CountedPage[];

/** Other values of `utm_source` count as `other` (docs/ops.md). */
const UTM_SOURCES = [
  'google',
  'bing',
  'linkedin',
  'facebook',
  'instagram',
  'youtube',
  'newsletter',
  'email',
  'partner',
] as const;

/** All values are from closed lists, so many visitors share them. */
export type PageView = {
  page: CountedPage;
  language: (typeof LANGUAGES_BY_PAGE)[CountedPage];
  device: 'phone' | 'tablet' | 'desktop';
  entry: (typeof UTM_SOURCES)[number] | 'other' | 'direct';
};

/** Describes a page view; `source` is the page's `utm_source`, if it has one. */
export function describePageView(
  page: CountedPage,
  source: string | undefined,
  headers: Headers,
): PageView {
  return {
    page,
    language: LANGUAGES_BY_PAGE[page],
    device: detectDevice(headers),
    entry: getEntry(source),
  };
}

function getEntry(source: string | undefined): PageView['entry'] {
  if (source === undefined) return 'direct';
  return UTM_SOURCES.find((known) => known === source.toLowerCase()) ?? 'other';
}

/** Newer iPads send a Mac's user agent, so they count as desktops. */
function detectDevice(headers: Headers): PageView['device'] {
  const agent = headers.get('user-agent') ?? '';
  if (/iPad|Tablet/.test(agent)) return 'tablet';
  if (headers.get('sec-ch-ua-mobile') === '?1' || /Mobi/.test(agent)) return 'phone';
  return agent.includes('Android') ? 'tablet' : 'desktop';
}

/** Whether the visitor is no declared bot, and has no Do Not Track or Global Privacy Control. */
export function isCountable(headers: Headers): boolean {
  const hasOptedOut = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1';
  return Boolean(headers.get('user-agent')) && !isDeclaredBot(headers) && !hasOptedOut;
}
