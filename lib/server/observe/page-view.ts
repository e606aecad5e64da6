import 'server-only';
import { isbot } from 'isbot';

/** The pages that are counted, with their languages. */
const LANGUAGES = { '/': 'en', '/outreach': 'cs' } as const;

export type CountedPage = keyof typeof LANGUAGES;

export const countedPages = Object.keys(LANGUAGES) as CountedPage[];

/** The names in `utm_source` that are told apart; docs/ops.md lists them. */
const ENTRIES = [
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

/** What is known of a view of a page; all from closed lists, and shared by many visitors. */
export type PageView = {
  page: CountedPage;
  language: (typeof LANGUAGES)[CountedPage];
  device: 'phone' | 'tablet' | 'desktop';
  entry: (typeof ENTRIES)[number] | 'other' | 'direct';
};

/** @param source what the page's address had for `utm_source`; undefined where it had none */
export function pageViewOf(
  page: CountedPage,
  source: string | undefined,
  headers: Headers,
): PageView {
  return { page, language: LANGUAGES[page], device: deviceOf(headers), entry: entryOf(source) };
}

function entryOf(source: string | undefined): PageView['entry'] {
  if (source === undefined) return 'direct';
  return ENTRIES.find((entry) => entry === source.toLowerCase()) ?? 'other';
}

/** A newer iPad says that it is a Mac, and is taken for a desktop. */
function deviceOf(headers: Headers): PageView['device'] {
  const agent = headers.get('user-agent') ?? '';
  if (/iPad|Tablet/.test(agent)) return 'tablet';
  if (headers.get('sec-ch-ua-mobile') === '?1' || /Mobi/.test(agent)) return 'phone';
  return agent.includes('Android') ? 'tablet' : 'desktop';
}

/** Whether the request is a bot's or a headless browser's that says what it is. */
export const isDeclaredBot = (headers: Headers): boolean => isbot(headers.get('user-agent'));

/** Whether a person may have seen the page, and has not said that they do not want to be counted. */
export function mayCount(headers: Headers): boolean {
  const objects = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1';
  return Boolean(headers.get('user-agent')) && !isDeclaredBot(headers) && !objects;
}
