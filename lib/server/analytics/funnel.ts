import 'server-only';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';
import { readAllRows, send } from '@/lib/server/database/queries';
import type { FunctionResult } from '@/lib/server/database/results';
import { getCounterDatabase, getDatabase } from '@/lib/server/database/supabase';
import { isDeclaredBot } from '@/lib/server/http/request';
import { classifySource } from '@/lib/server/http/source';

const COUNT_TIMEOUT_MS = 1_000;

const PAGE_LANGUAGES = {
  '/': 'en',
  '/outreach': DEFAULT_PERSONAL_LANGUAGE,
} as const satisfies Record<string, Language>;

type CountedPage = keyof typeof PAGE_LANGUAGES;
export const COUNTED_PAGES = Object.keys(PAGE_LANGUAGES) as CountedPage[];

type SentView = { page: CountedPage; language?: string | undefined; source?: string | undefined };

export type PageView = {
  page: CountedPage;
  language: Language;
  device: 'phone' | 'tablet' | 'desktop';
  /** The class of the source: `search`, `ai`, `referral`, `campaign` or `direct`. */
  entry: string;
};

export function describePageView({ page, language, source }: SentView, headers: Headers): PageView {
  return {
    page,
    // A translator may have changed that of the landing page.
    language: (page === '/outreach' && findLanguage(language)) || PAGE_LANGUAGES[page],
    device: detectDevice(headers),
    entry: classifySource(source).replace(/:.*/, '').replace('utm', 'campaign'),
  };
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

/** Gives up after a second and logs a failure. Never throws. */
export async function countEvent(view: PageView, event: string, detail = ''): Promise<void> {
  const counted = getCounterDatabase().rpc('count_event', { ...view, event, detail });
  await send(counted, 'event not counted', { timeoutMs: COUNT_TIMEOUT_MS });
}

/** `event` is an event, or `requests` or `handled`, which have the page `any`. */
export type FunnelSum = FunctionResult<'read_funnel'>[number];

/** Returns the sums since a day (`YYYY-MM-DD`, UTC). Throws when the database fails. */
export function readFunnel(since: string, db = getDatabase()): Promise<FunnelSum[]> {
  return readAllRows((from, to) =>
    db.rpc('read_funnel', { since }).order('event').order('detail').order('page').range(from, to),
  );
}
