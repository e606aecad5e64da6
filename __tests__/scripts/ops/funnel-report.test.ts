/** @jest-environment node */
import { FUNNEL_EVENTS } from '@/lib/analytics/events';
import { estimateQuantile, formatFunnelReport } from '@/scripts/ops/funnel-report';

const sum = (event: string, count: number, page = '/', detail = '') => ({
  event,
  count,
  page,
  detail,
});
/** Finds the line that begins with these words, with one space between its cells. */
const findLine = (report: string[], words: string) =>
  report.find((text) => text.startsWith(words))?.replace(/ +/g, ' ');

test('each step has its count and its share of the step before, by page', () => {
  const report = formatFunnelReport([
    sum('page_seen', 200),
    sum('page_seen', 10, '/outreach'),
    sum('call_near', 50),
    sum('call_near', 8, '/outreach'),
    sum('start_pressed', 5),
    sum('microphone_granted', 4),
    sum('call_active', 2, '/', '3'),
    sum('call_active', 1, '/', '5'),
    sum('call_30_seconds', 2),
    sum('call_ended', 3, '/', 'visitor:60'),
    sum('dialog_opened', 20, '/', 'hero'),
    sum('dialog_opened', 4, '/', 'footer'),
    sum('form_typed', 12),
    sum('form_sent', 9),
    sum('request_stored', 8),
  ]);
  expect(report.slice(0, 13).map((text) => text.replace(/ +/g, ' '))).toEqual([
    'step / /outreach',
    'page seen 200 10',
    'call near 50 25 % 8 80 %',
    'start pressed 5 10 % 0 0 %',
    'microphone granted 4 80 % 0 -',
    'call active 3 75 % 0 -',
    'call of 30 seconds 2 67 % 0 -',
    'call ended 3 100 % 0 -',
    'call rated 0 0 % 0 -',
    'dialog opened 24 12 % 0 0 %',
    'form typed 12 50 % 0 -',
    'form sent 9 75 % 0 -',
    'request stored 8 89 % 0 -',
  ]);
});

test('prints all stored requests, also of visitors who are not counted', () => {
  const report = formatFunnelReport([sum('requests', 12, 'any'), sum('handled', 9, 'any')]);
  expect(findLine(report, 'Requests')).toContain('12 arrived, 9 handled (75 %)');
});

test('prints how calls ended and where the dialog was opened, most frequent first', () => {
  const report = formatFunnelReport([
    sum('call_ended', 1, '/', 'left-page:30'),
    sum('call_ended', 2, '/', 'visitor:60'),
    sum('call_ended', 1, '/outreach', 'visitor:300'),
    sum('dialog_opened', 1, '/', 'footer'),
    sum('dialog_opened', 3, '/', 'hero'),
  ]).map((text) => text.replace(/ +/g, ' '));
  const ends = report.indexOf('how calls ended views');
  expect(report.slice(ends + 1, ends + 3)).toEqual(['visitor 3 75 %', 'left-page 1 25 %']);
  const places = report.indexOf('dialog opened from views');
  expect(report.slice(places + 1, places + 3)).toEqual(['hero 3 75 %', 'footer 1 25 %']);
});

test('prints each figure with the number of its views', () => {
  const report = formatFunnelReport([
    sum('page_seen', 40),
    sum('call_active', 10, '/', '3'),
    sum('call_ended', 3, '/', 'visitor:30'),
    sum('call_ended', 1, '/', 'failed:10'),
    sum('lcp', 10, '/', '1200'),
    sum('lcp', 10, '/', '1600'),
    sum('cls', 20, '/', '0.01'),
    sum('inp', 2, '/outreach', 'more'),
  ]);
  expect(findLine(report, 'start to active, median')).toBe('start to active, median 2.5 s of 10 -');
  expect(findLine(report, 'length of a call')).toBe('length of a call, median 16.7 s of 4 -');
  expect(findLine(report, 'LCP')).toBe('LCP, p75 1400 ms of 20 (50 %) -');
  expect(findLine(report, 'CLS')).toBe('CLS, p75 0.007 of 20 (50 %) -');
  expect(findLine(report, 'INP')).toBe('INP, p75 - over 1000 ms of 2 (-)');
  expect(findLine(report, 'TTFB')).toBe('TTFB, p75 - -');
});

test('lists the limitations', () => {
  const report = formatFunnelReport([]).join('\n');
  for (const word of ['Do Not Track', 'Global Privacy Control', 'nobody scrolled', 'Chromium'])
    expect(report).toContain(word);
});

test('prints every counted event', () => {
  const events = Object.keys(FUNNEL_EVENTS).map((event) => sum(event, 1, '/', '1'));
  const empty = formatFunnelReport([]);
  for (const event of events) {
    // A bucket that all histograms have.
    const detail = ['cls', 'lcp', 'inp', 'ttfb'].includes(event.event) ? 'more' : event.detail;
    expect(formatFunnelReport([{ ...event, detail }])).not.toEqual(empty);
  }
});

test('a quantile is undefined without values', () => {
  expect(estimateQuantile('start_to_active', {}, 0.5)).toBeUndefined();
  expect(estimateQuantile('start_to_active', { 2: 0 }, 0.5)).toBeUndefined();
});

test.each([
  // All between 2 and 3 seconds: half of them below the middle.
  [{ 3: 10 }, 0.5, 2.5],
  // The lowest bucket begins at 0.
  [{ 1: 4 }, 0.75, 0.75],
  // The fourth of eight values is the last one in the first bucket.
  [{ 1: 4, 5: 4 }, 0.5, 1],
  [{ 1: 2, 5: 8 }, 0.5, 4.375],
  [{ 1: 5, 2: 3, 3: 2 }, 0.75, 1 + 2.5 / 3],
  // Unknown buckets are ignored.
  [{ 3: 10, 99: 50 }, 0.5, 2.5],
])('of %j the quantile %d is %d', (counts, share, value) => {
  expect(estimateQuantile('start_to_active', counts, share)).toEqual({
    value: expect.closeTo(value),
    isBeyond: false,
  });
});

test('the quantile of the overflow bucket is only a lower limit', () => {
  expect(estimateQuantile('start_to_active', { 1: 1, more: 9 }, 0.5)).toEqual({
    value: 30,
    isBeyond: true,
  });
});
