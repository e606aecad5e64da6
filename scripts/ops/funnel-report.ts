import { FUNNEL_EVENTS, type FunnelEvent } from '@/lib/analytics/events';
import { COUNTED_PAGES, type FunnelSum } from '@/lib/server/analytics/funnel';
import { formatTable } from './table';

/** The steps with the step that each is a share of. */
const STEPS: [step: FunnelEvent, previous?: FunnelEvent][] = [
  ['page_seen'],
  ['call_near', 'page_seen'],
  ['start_pressed', 'call_near'],
  ['microphone_granted', 'start_pressed'],
  ['call_active', 'microphone_granted'],
  ['call_30_seconds', 'call_active'],
  ['call_ended', 'call_active'],
  ['call_rated', 'call_ended'],
  ['dialog_opened', 'page_seen'],
  ['form_typed', 'dialog_opened'],
  ['form_sent', 'form_typed'],
  ['request_stored', 'form_sent'],
];

const DETAILS: Partial<Record<FunnelEvent, string>> = {
  call_active: 'seconds from start to active, at most',
  call_ended: 'how calls ended',
  call_rated: 'ratings of calls',
  dialog_opened: 'dialog opened from',
  lcp: 'LCP',
  inp: 'INP',
  cls: 'CLS',
  ttfb: 'TTFB',
};

export function formatFunnelReport(sums: readonly FunnelSum[]): string[] {
  const count = (event: string, page?: string, detail?: string) =>
    sums
      .filter((sum) => sum.event === event && [sum.page, undefined].includes(page))
      .filter((sum) => detail === undefined || sum.detail === detail)
      .reduce((all, sum) => all + sum.count, 0);
  const formatPages = (format: (page: string) => [string, string]) => COUNTED_PAGES.flatMap(format);
  const head = formatPages((page) => [page, '']);

  const steps = STEPS.map(([step, previous]) => [
    step.replaceAll('_', ' '),
    ...formatPages((page) => [
      String(count(step, page)),
      previous ? formatShare(count(step, page), count(previous, page)) : '',
    ]),
  ]);
  const details = Object.entries(DETAILS).flatMap(([event, title]) => {
    const rows = FUNNEL_EVENTS[event as FunnelEvent].map((detail) => [
      detail,
      ...formatPages((page) => [
        String(count(event, page, detail)),
        formatShare(count(event, page, detail), count(event, page)),
      ]),
    ]);
    return count(event) > 0 ? ['', ...formatTable([[title, ...head], ...rows], true)] : [];
  });
  const [arrived, handled] = [count('requests'), count('handled')];
  return [
    ...formatTable([['step', ...head], ...steps], true),
    '',
    `Requests: ${arrived} arrived, ${handled} handled (${formatShare(handled, arrived)}), ` +
      'with those of people who are not counted.',
    ...details,
  ];
}

const formatShare = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((100 * part) / whole)} %` : '-';
