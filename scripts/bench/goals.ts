import type { scorePage } from './lighthouse';
import { atLeast, atMost, atMostOver, type Goal, type Row } from './table';
import type { weighPage } from './weight';

type Figures = Awaited<ReturnType<typeof weighPage>> & Awaited<ReturnType<typeof scorePage>>;
type Goals = { [Name in keyof Figures]?: Goal<Figures[Name]> };

const SHARED_GOALS: Goals = {
  'JS over an empty Next page': atMost(24, ' KB'),
  'HTML and CSS, gzip': atMost(32, ' KB'),
  'total bytes, cold': atMost(240, ' KB'),
  'requests, cold': atMost(13),
  'third-party requests': atMost(0),
  'Lighthouse performance, median': atLeast(100),
  'Lighthouse performance, worst run': atLeast(98),
  'Lighthouse accessibility': atLeast(100),
  'Lighthouse best practices': atLeast(100),
  FCP: atMost(0.9, ' s'),
  'CLS, lab': atMost(0.01),
  TBT: atMostOver(60, 'a bare HTML file'),
};
/** The goals of each page; a figure without a goal is not shown. */
const GOALS = {
  '/': {
    ...SHARED_GOALS,
    'voice bytes before intent': atMost(0),
    'Lighthouse SEO': atLeast(100),
    LCP: atMost(1.55, ' s'),
  },
  // No goal for SEO: the page has noindex, which Lighthouse counts as a fault.
  '/outreach': {
    ...SHARED_GOALS,
    LCP: atMost(1.7, ' s'),
  },
} satisfies Record<string, Goals>;

export type MeasuredPage = keyof typeof GOALS;

/** Compares a page's figures with its goals. */
export function judge(page: MeasuredPage, figures: Partial<Figures>): Row[] {
  const goals = GOALS[page] as Record<string, Goal<unknown> | undefined>;
  return Object.entries(figures).flatMap(([what, figure]) => goals[what]?.(what, figure) ?? []);
}
