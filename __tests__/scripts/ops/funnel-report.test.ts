import { FUNNEL_EVENTS } from '@/lib/analytics/events';
import { formatFunnelReport } from '@/scripts/ops/funnel-report';

const sum = (event: string, count: number, page = '/', detail = '') => ({
  event,
  count,
  page,
  detail,
});
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
    'call 30 seconds 2 67 % 0 -',
    'call ended 3 100 % 0 -',
    'call rated 0 0 % 0 -',
    'dialog opened 24 12 % 0 0 %',
    'form typed 12 50 % 0 -',
    'form sent 9 75 % 0 -',
    'request stored 8 89 % 0 -',
  ]);
});

test('prints all stored requests', () => {
  const report = formatFunnelReport([sum('requests', 12, 'any'), sum('handled', 9, 'any')]);
  expect(report.join('\n')).toContain('Requests: 12 arrived, 9 handled (75 %)');
});

test('prints the details of events by page, and nothing of events without any', () => {
  const report = formatFunnelReport([
    sum('call_ended', 1, '/', 'left-page'),
    sum('call_ended', 2, '/', 'visitor'),
    sum('call_ended', 1, '/outreach', 'visitor'),
    sum('lcp', 3, '/', 'good'),
    sum('lcp', 1, '/', 'poor'),
  ]).map((text) => text.replace(/ +/g, ' '));
  const ends = report.indexOf('how calls ended / /outreach');
  expect(report.slice(ends + 1, ends + 7)).toEqual([
    'visitor 2 67 % 1 100 %',
    'assistant 0 0 % 0 0 %',
    'silence 0 0 % 0 0 %',
    'time-limit 0 0 % 0 0 %',
    'left-page 1 33 % 0 0 %',
    'failed 0 0 % 0 0 %',
  ]);
  const speed = report.indexOf('LCP / /outreach');
  expect(report.slice(speed + 1, speed + 4)).toEqual([
    'good 3 75 % 0 -',
    'needs-improvement 0 0 % 0 -',
    'poor 1 25 % 0 -',
  ]);
  expect(report.join()).not.toMatch(/dialog opened from|INP/);
});

test('prints every counted event', () => {
  for (const [event, [detail = '']] of Object.entries(FUNNEL_EVENTS))
    expect(formatFunnelReport([sum(event, 7654, '/', detail)]).join()).toContain('7654');
});
