import type { FunnelEvent } from '@/lib/analytics/events';
import { BUCKET_BOUNDS, type Histogram, listBuckets } from '@/lib/analytics/histograms';
import type { FunnelSum } from '@/lib/server/analytics/funnel-counts';
import { COUNTED_PAGES } from '@/lib/server/analytics/page-view';
import { formatTable } from './table';

type Step = { step: FunnelEvent; name: string; previous?: FunnelEvent };

/** The rate of a step is its share of the previous step. */
const STEPS: readonly Step[] = [
  { step: 'page_seen', name: 'page seen' },
  { step: 'call_near', name: 'call near', previous: 'page_seen' },
  { step: 'start_pressed', name: 'start pressed', previous: 'call_near' },
  { step: 'microphone_granted', name: 'microphone granted', previous: 'start_pressed' },
  { step: 'call_active', name: 'call active', previous: 'microphone_granted' },
  { step: 'call_30_seconds', name: 'call of 30 seconds', previous: 'call_active' },
  { step: 'call_ended', name: 'call ended', previous: 'call_active' },
  { step: 'call_rated', name: 'call rated', previous: 'call_ended' },
  { step: 'dialog_opened', name: 'dialog opened', previous: 'page_seen' },
  { step: 'form_typed', name: 'form typed', previous: 'dialog_opened' },
  { step: 'form_sent', name: 'form sent', previous: 'form_typed' },
  { step: 'request_stored', name: 'request stored', previous: 'form_sent' },
];

type Unit = { digits: number; suffix: string };
/** The printed value is a quantile: `share` of all values are below it. */
type Figure = { event: FunnelEvent; name: string; histogram: Histogram; share: number; unit: Unit };

const MEDIAN = { share: 0.5, unit: { digits: 1, suffix: ' s' } };
const P75_MS = { share: 0.75, unit: { digits: 0, suffix: ' ms' } };
const P75_SCORE = { share: 0.75, unit: { digits: 3, suffix: '' } };

const FIGURES: readonly Figure[] = [
  {
    event: 'call_active',
    name: 'start to active, median',
    histogram: 'start_to_active',
    ...MEDIAN,
  },
  { event: 'call_ended', name: 'length of a call, median', histogram: 'call_length', ...MEDIAN },
  { event: 'lcp', name: 'LCP, p75', histogram: 'lcp', ...P75_MS },
  { event: 'inp', name: 'INP, p75', histogram: 'inp', ...P75_MS },
  { event: 'cls', name: 'CLS, p75', histogram: 'cls', ...P75_SCORE },
  { event: 'ttfb', name: 'TTFB, p75', histogram: 'ttfb', ...P75_MS },
];

const LIMITATIONS = [
  'What is missing:',
  '- people with Do Not Track or Global Privacy Control, browsers without script, declared bots;',
  '- LCP, INP, CLS and TTFB of views in which nobody scrolled, tapped, typed or moved the pointer:',
  '  nothing is measured before;',
  '- INP without a click, a tap or a key; CLS outside of Chromium;',
  '- LCP and INP in older versions of Firefox and Safari;',
  '- what INP and CLS became after the page was hidden for the first time.',
];

/** Formats the output of `npm run funnel`. */
export function formatFunnelReport(sums: readonly FunnelSum[]): string[] {
  const findSums = (event: string, page?: string) =>
    sums.filter((sum) => sum.event === event && (page === undefined || sum.page === page));
  const formatRow = (name: string, cells: (page: string) => [string, string]) => [
    name,
    ...COUNTED_PAGES.flatMap(cells),
  ];
  const formatHead = (name: string) => formatRow(name, (page) => [page, '']);

  const steps = STEPS.map(({ step, name, previous }) =>
    formatRow(name, (page) => {
      const count = sumCounts(findSums(step, page));
      return [
        String(count),
        previous ? formatShare(count, sumCounts(findSums(previous, page))) : '',
      ];
    }),
  );
  const figures = FIGURES.map(({ event, name, histogram, share, unit }) =>
    formatRow(name, (page) => {
      const values = findSums(event, page);
      const found = estimateQuantile(histogram, countBy(values, getBucket), share);
      if (!found) return ['-', ''];
      const count = sumCounts(values);
      const part = ` (${formatShare(count, sumCounts(findSums('page_seen', page)))})`;
      return [formatValue(found, unit), `of ${count}${event.startsWith('call') ? '' : part}`];
    }),
  );
  const arrived = sumCounts(findSums('requests'));
  const handled = sumCounts(findSums('handled'));
  return [
    ...formatTable([formatHead('step'), ...steps], true),
    '',
    `Requests: ${arrived} arrived, ${handled} handled (${formatShare(handled, arrived)}), ` +
      'with those of people who are not counted.',
    '',
    ...formatShares('how calls ended', findSums('call_ended'), getReason),
    '',
    ...formatShares('dialog opened from', findSums('dialog_opened')),
    '',
    ...formatTable([formatHead('measured in views'), ...figures], true),
    '',
    ...LIMITATIONS,
  ];
}

function formatShares(
  title: string,
  sums: readonly FunnelSum[],
  getName = (detail: string) => detail,
) {
  const all = sumCounts(sums);
  const rows = Object.entries(countBy(sums, getName))
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => [name, String(count), formatShare(count, all)]);
  return formatTable([[title, 'views', ''], ...rows], true);
}

function countBy(sums: readonly FunnelSum[], getName: (detail: string) => string) {
  const counts: Record<string, number> = {};
  for (const { detail, count } of sums)
    counts[getName(detail)] = (counts[getName(detail)] ?? 0) + count;
  return counts;
}

const getReason = (detail: string) => detail.split(':')[0] ?? '';
/** A detail is `<bucket>` or `<reason>:<bucket>`. */
const getBucket = (detail: string) => detail.split(':').at(-1) ?? '';

const sumCounts = (sums: readonly FunnelSum[]) => sums.reduce((all, { count }) => all + count, 0);

const formatShare = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((100 * part) / whole)} %` : '-';

const formatValue = (
  { value, isBeyond }: { value: number; isBeyond: boolean },
  { digits, suffix }: Unit,
) => `${isBeyond ? 'over ' : ''}${value.toFixed(digits)}${suffix}`;

/** Interpolates a quantile of a histogram; `isBeyond`: it is more than `value`. */
export function estimateQuantile(
  histogram: Histogram,
  counts: Readonly<Record<string, number>>,
  share: number,
): { value: number; isBeyond: boolean } | undefined {
  const total = listBuckets(histogram).reduce((sum, bucket) => sum + (counts[bucket] ?? 0), 0);
  if (total === 0) return undefined;
  let below = 0;
  let start = 0;
  for (const end of BUCKET_BOUNDS[histogram]) {
    const bucketCount = counts[end] ?? 0;
    if (bucketCount > 0 && below + bucketCount >= total * share) {
      const value = start + ((end - start) * (total * share - below)) / bucketCount;
      return { value, isBeyond: false };
    }
    below += bucketCount;
    start = end;
  }
  return { value: start, isBeyond: true };
}
