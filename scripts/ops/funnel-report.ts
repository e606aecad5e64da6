import type { FunnelEvent } from '@/lib/analytics/events';
import type { Scale } from '@/lib/analytics/scales';
import type { FunnelSum } from '@/lib/server/observe/funnel-counts';
import { countedPages } from '@/lib/server/observe/page-view';
import { quantile } from './quantile';
import { tableLines } from './table';

type Step = { step: FunnelEvent; name: string; after?: FunnelEvent };

/** The steps, and which one the rate of each is a share of. */
const STEPS: readonly Step[] = [
  { step: 'page_seen', name: 'page seen' },
  { step: 'call_near', name: 'call near', after: 'page_seen' },
  { step: 'start_pressed', name: 'start pressed', after: 'call_near' },
  { step: 'microphone_granted', name: 'microphone granted', after: 'start_pressed' },
  { step: 'call_active', name: 'call active', after: 'microphone_granted' },
  { step: 'call_30_seconds', name: 'call of 30 seconds', after: 'call_active' },
  { step: 'call_ended', name: 'call ended', after: 'call_active' },
  { step: 'call_rated', name: 'call rated', after: 'call_ended' },
  { step: 'dialog_opened', name: 'dialog opened', after: 'page_seen' },
  { step: 'form_typed', name: 'form typed', after: 'dialog_opened' },
  { step: 'form_sent', name: 'form sent', after: 'form_typed' },
  { step: 'request_stored', name: 'request stored', after: 'form_sent' },
];

type Figure = { event: FunnelEvent; name: string; scale: Scale; share: number; unit: Unit };
type Unit = { digits: number; sign: string };

const seconds: Unit = { digits: 1, sign: ' s' };
const milliseconds: Unit = { digits: 0, sign: ' ms' };
const score: Unit = { digits: 3, sign: '' };

/** What is measured, and which share of its values is below the printed one. */
const FIGURES: readonly Figure[] = [
  {
    event: 'call_active',
    name: 'start to active, median',
    scale: 'start_to_active',
    share: 0.5,
    unit: seconds,
  },
  {
    event: 'call_ended',
    name: 'length of a call, median',
    scale: 'call_length',
    share: 0.5,
    unit: seconds,
  },
  { event: 'lcp', name: 'LCP, p75', scale: 'lcp', share: 0.75, unit: milliseconds },
  { event: 'inp', name: 'INP, p75', scale: 'inp', share: 0.75, unit: milliseconds },
  { event: 'cls', name: 'CLS, p75', scale: 'cls', share: 0.75, unit: score },
  { event: 'ttfb', name: 'TTFB, p75', scale: 'ttfb', share: 0.75, unit: milliseconds },
];

const MISSING = [
  'What is missing:',
  '- people with Do Not Track or Global Privacy Control, browsers without script, programs that say what they are;',
  '- LCP, INP, CLS and TTFB of views in which nobody scrolled, tapped, typed or moved the pointer: nothing is measured before;',
  '- INP without a click, a tap or a key; CLS outside of Chromium; LCP and INP in older versions of Firefox and Safari;',
  '- what INP and CLS became after the page was hidden for the first time.',
];

/** What `npm run funnel` prints of the sums, line by line. */
export function funnelReport(sums: readonly FunnelSum[]): string[] {
  const of = (event: string, page?: string) =>
    sums.filter((sum) => sum.event === event && (page === undefined || sum.page === page));
  const head = (name: string) => [name, ...countedPages.flatMap((page) => [page, ''])];
  const byPage = (name: string, cells: (page: string) => [string, string]) => [
    name,
    ...countedPages.flatMap(cells),
  ];

  const steps = STEPS.map(({ step, name, after }) =>
    byPage(name, (page) => {
      const count = total(of(step, page));
      return [String(count), after ? percent(count, total(of(after, page))) : ''];
    }),
  );
  const figures = FIGURES.map(({ event, name, scale, share, unit }) =>
    byPage(name, (page) => {
      const values = of(event, page);
      const found = quantile(scale, group(values, rangeIn), share);
      if (!found) return ['-', ''];
      const count = total(values);
      const part = ` (${percent(count, total(of('page_seen', page)))})`;
      return [inWords(found, unit), `of ${count}${event.startsWith('call') ? '' : part}`];
    }),
  );
  const arrived = total(of('requests'));
  const handled = total(of('handled'));
  return [
    ...tableLines([head('step'), ...steps], true),
    '',
    `Requests: ${arrived} arrived, ${handled} handled (${percent(handled, arrived)}), with those of people who are not counted.`,
    '',
    ...shares('how calls ended', of('call_ended'), (detail) => detail.split(':')[0] ?? ''),
    '',
    ...shares('dialog opened from', of('dialog_opened')),
    '',
    ...tableLines([head('measured in views'), ...figures], true),
    '',
    ...MISSING,
  ];
}

/** A table of details, the most frequent one first. */
function shares(title: string, sums: readonly FunnelSum[], nameOf = (detail: string) => detail) {
  const all = total(sums);
  const rows = Object.entries(group(sums, nameOf))
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => [name, String(count), percent(count, all)]);
  return tableLines([[title, 'views', ''], ...rows], true);
}

/** The counts by their details, or by what `nameOf` makes of them. */
function group(sums: readonly FunnelSum[], nameOf = (detail: string) => detail) {
  const groups: Record<string, number> = {};
  for (const { detail, count } of sums)
    groups[nameOf(detail)] = (groups[nameOf(detail)] ?? 0) + count;
  return groups;
}

/** The range is all of a detail, or what comes after the reason. */
const rangeIn = (detail: string) => detail.split(':').at(-1) ?? '';

const total = (sums: readonly FunnelSum[]) => sums.reduce((all, { count }) => all + count, 0);

const percent = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((100 * part) / whole)} %` : '-';

const inWords = ({ value, beyond }: { value: number; beyond: boolean }, { digits, sign }: Unit) =>
  `${beyond ? 'over ' : ''}${value.toFixed(digits)}${sign}`;
