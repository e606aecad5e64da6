import 'server-only';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';
import { isDeclaredBot } from '@/lib/server/http/request';

interface PageLanguages {
  default: Language;
  /** Whether the page may be in any other language, too. */
  hasOthers: boolean;
}

const LANGUAGES_BY_PAGE = {
  '/': { default: 'en', hasOthers: false },
  '/outreach': { default: DEFAULT_PERSONAL_LANGUAGE, hasOthers: true },
} as const satisfies Record<string, PageLanguages>;

export type CountedPage = keyof typeof LANGUAGES_BY_PAGE;

export const COUNTED_PAGES = Object.keys(LANGUAGES_BY_PAGE) as CountedPage[];

/** What a page sends about its view: its `lang`, and its `utm_source` if it has one. */
interface SentView {
  page: CountedPage;
  language?: string | undefined;
  source?: string | undefined;
}

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
  language: Language;
  device: 'phone' | 'tablet' | 'desktop';
  entry: (typeof UTM_SOURCES)[number] | 'other' | 'direct';
};

export function describePageView({ page, language, source }: SentView, headers: Headers): PageView {
  return {
    page,
    language: getLanguage(page, language),
    device: detectDevice(headers),
    entry: getEntry(source),
  };
}

function getLanguage(page: CountedPage, sent: string | undefined): Language {
  const languages = LANGUAGES_BY_PAGE[page];
  return (languages.hasOthers && findLanguage(sent)) || languages.default;
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
