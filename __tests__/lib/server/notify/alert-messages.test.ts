/** @jest-environment node */
import { writeAcknowledgementEn } from '@/lib/content/acknowledgement-en';
import { servicesEn } from '@/lib/content/services-en';
import { formatAlert } from '@/lib/server/notify/alert-messages';
import type { ClaimedAlert } from '@/lib/server/database/results';
import { changeSettings, provideSettings, SITE } from '../settings';

provideSettings();
const subject = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const formatWords = (alert: Partial<ClaimedAlert>) =>
  formatAlert({
    id: 'id',
    kind: 'request',
    subject: null,
    facts: {},
    missing: ['webhook'],
    address: null,
    ...alert,
  });

const other = { service: 'other' };
const custom = servicesEn.other.name;

beforeEach(() =>
  changeSettings({ SUPABASE_URL: 'http://127.0.0.1:54321', BOOKING_URL: undefined }),
);

test.each<[ClaimedAlert['kind'], ClaimedAlert['facts'], string]>([
  [
    'request',
    { service: 'crm-integrations', suspected_spam: false },
    `New request: ${servicesEn['crm-integrations'].name}.`,
  ],
  ['request', { ...other, suspected_spam: true }, `New request: ${custom} (suspected spam).`],
  ['request', { ...other, source: 'direct' }, `New request: ${custom}, direct.`],
  ['request', { ...other, source: 'search' }, `New request: ${custom}, from search.`],
  [
    'request',
    { ...other, suspected_spam: true, source: 'referral:partner.example' },
    `New request: ${custom} (suspected spam), from referral:partner.example.`,
  ],
  ['request', { ...other, source: 'utm:news' }, `New request: ${custom}, from utm:news.`],
  ['overdue', other, `A request has waited for more than 20 hours: ${custom}.`],
  [
    'overdue',
    { ...other, suspected_spam: true },
    `A request has waited for more than 20 hours: ${custom} (suspected spam).`,
  ],
  [
    'expiring',
    { ...other, suspected_spam: false },
    `A request that nobody has answered will be deleted in two weeks: ${custom}.`,
  ],
  [
    'purge-failed',
    { calls: '23503', strategy_sessions: '55P03' },
    'Expired data could not be deleted from calls (23503), strategy_sessions (55P03).',
  ],
  [
    'site-failing',
    { count: 5, kinds: '/(cs)/outreach/page, in the browser' },
    '5 requests have failed unexpectedly within ten minutes: /(cs)/outreach/page, in the browser.',
  ],
  [
    'calls-failing',
    { count: 5, kinds: 'no-answer, service-failed' },
    '5 calls have failed within ten minutes: no-answer, service-failed.',
  ],
  [
    'calls-budget',
    { budget: 'day', calls: 40, limit: 60, calls_shared: 32, limit_shared: 40 },
    '80 % of the call budget of the day is used: 40 of 60, of those on the landing page 32 of 40.',
  ],
  [
    'calls-budget',
    { budget: 'week', calls: 160, limit: 200 },
    '80 % of the call budget of the week is used: 160 of 200.',
  ],
  ['prospect-visited', { prospects: 1 }, 'A prospect has opened the personal page.'],
  [
    'prospect-visited',
    { prospects: 3 },
    'One of the 3 prospects of an assistant has opened the personal page.',
  ],
  [
    'prospect-called',
    { prospects: 1, seconds: 84, ended: 'visitor', rating: 4 },
    'A prospect has called: 1 min 24 s, ended by the prospect, rated 4 of 5.',
  ],
  [
    'prospect-called',
    { prospects: 2, seconds: 59, ended: 'failed' },
    'One of the 2 prospects of an assistant has called: 59 s, broken off by a failure, not rated.',
  ],
])('%s with %j', (kind, facts, sentence) => {
  expect(formatWords({ kind, facts })).toEqual({ id: 'id', kind, subject: sentence, link: null });
});

test('names a request by its id without a Supabase dashboard', () => {
  const urls = ['http://127.0.0.1:54321', 'https://db.example', 'https://a.supabase.co.example'];
  for (const url of urls) {
    changeSettings({ SUPABASE_URL: url });
    expect(formatWords({ subject })).toMatchObject({ text: `Request ${subject}`, link: null });
  }
});

test('links to the query for the row, without characters that cut a link', () => {
  changeSettings({ SUPABASE_URL: 'https://abcdefgh.supabase.co' });
  const link = formatWords({ subject }).link ?? '';
  expect(link).toMatch(
    /^https:\/\/supabase\.com\/dashboard\/project\/abcdefgh\/sql\/new\?content=[\w%.+*-]+$/,
  );
  expect(new URL(link).searchParams.get('content')).toBe(
    `select * from strategy_sessions where id = '${subject}';`,
  );
});

test('links an alert about a prospect to the rows of all who share the assistant', () => {
  changeSettings({ SUPABASE_URL: 'https://abcdefgh.supabase.co' });
  const { link, text } = formatWords({ kind: 'prospect-visited', subject, facts: {} });
  expect(text).toBe(`Prospect ${subject}`);
  expect(new URL(link ?? '').searchParams.get('content')).toBe(
    'select * from "decisionMakers" where vapi_assistant_id = ' +
      `(select vapi_assistant_id from "decisionMakers" where id = '${subject}');`,
  );
});

describe('the weekly summary', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' };
  const week = { visits: 120, calls: 1, requests: 3, answered: 2, prospects: 4, open: 1 };
  const before = { visits_before: 98, calls_before: 5, requests_before: 0, answered_before: 1 };
  const facts = { ...days, ...week, ...before, prospects_before: 2 };
  const lines = `Monday 2026-11-16 to Sunday 2026-11-22, UTC:
Visits: 120 (the week before: 98)
Calls: 1 (the week before: 5)
Requests: 3 (the week before: 0)
Requests answered: 2 (the week before: 1)
Prospects who came: 4 (the week before: 2)
Open requests now: 1`;
  const formatWeek = (summary: ClaimedAlert['facts']) =>
    formatWords({ kind: 'weekly-summary', facts: summary });

  test('compares the last week with the week before, without a link', () => {
    const sentence = 'Last week: 120 visits, 1 call, 3 requests (the week before: 98, 5, 0).';
    expect(formatWeek(facts)).toMatchObject({ subject: sentence, text: lines, link: null });
  });

  test('says nothing of a week before that is not known', () => {
    const { subject: sentence, text } = formatWeek({ ...days, ...week });
    expect(sentence).toBe('Last week: 120 visits, 1 call, 3 requests.');
    expect(text).toBe(lines.replace(/ \(.+\)/g, ''));
  });

  test('compares what is known of the week before', () => {
    const { text } = formatWeek({ ...days, ...week, ...before });
    expect(text).toBe(lines.replace('came: 4 (the week before: 2)', 'came: 4'));
  });
});

describe('the acknowledgement', () => {
  const formatMail = () =>
    formatWords({ kind: 'acknowledgement', subject, address: 'eva1q@visitor.example' });

  test('goes to the visitor and repeats nothing typed', () => {
    const { to, subject: line, text = '', link } = formatMail();
    expect({ to, link }).toEqual({ to: 'eva1q@visitor.example', link: null });
    expect(line + text).not.toMatch(/eva1q|visitor\.example/);
    expect(line + text).not.toContain(subject);
    expect(text).toBe(writeAcknowledgementEn({ siteUrl: SITE }).text);
    expect(text).toContain(`${SITE}/privacy`);
  });

  test('has the booking link if there is one', () => {
    const bookingUrl = 'https://booking.example/call';
    expect(formatMail().text).not.toContain(bookingUrl);
    changeSettings({ BOOKING_URL: bookingUrl });
    expect(formatMail().text).toContain(`\n${bookingUrl}\n`);
  });
});
