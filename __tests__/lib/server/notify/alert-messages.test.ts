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

const custom = servicesEn.other.name;
const OVERDUE = 'A request has waited for more than 20 hours';

test.each<[ClaimedAlert['kind'], ClaimedAlert['facts'], string]>([
  ['request', { source: 'direct' }, `New request: ${custom}, direct.`],
  ['request', { source: 'search' }, `New request: ${custom}, from search.`],
  [
    'request',
    { source: 'referral:partner.example' },
    `New request: ${custom}, from referral:partner.example.`,
  ],
  ['suspected', { count: 3 }, 'Open requests that look like spam: 3. npm run requests lists them.'],
  ['overdue', {}, `${OVERDUE}: ${custom}.`],
  ['expiring', {}, `A request that nobody has answered will be deleted in two weeks: ${custom}.`],
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
  // `__tests__/contract/parts/alerts.ts` has what the landing page's share is called.
  [
    'calls-budget',
    { calls: 160, limit: 200, calls_shared: 110, limit_shared: 134 },
    '80 % of the call budget of the day is used: 160 of 200, ' +
      'of those on the landing page 110 of 134.',
  ],
  ['prospect-visited', {}, 'A prospect has used the personal page.'],
  [
    'prospect-called',
    { seconds: 84, ended: 'visitor', rating: 4 },
    'A prospect has called: 1 min 24 s, ended by the prospect, rated 4 of 5.',
  ],
  [
    'prospect-called',
    { seconds: 59, ended: 'failed' },
    'A prospect has called: 59 s, broken off by a failure, not rated.',
  ],
])('%s with %j', (kind, facts, sentence) => {
  const isOfRequest = ['request', 'overdue', 'expiring'].includes(kind);
  const all = { ...(isOfRequest && { service: 'other' }), ...facts };
  const answer = { id: 'id', kind, subject: sentence, link: null };
  expect(formatWords({ kind, facts: all })).toEqual(answer);
});

test.each(['http://127.0.0.1:54321', 'https://db.example', 'https://a.supabase.co.example'])(
  'names a request by its id where %s has no dashboard',
  (SUPABASE_URL) => {
    changeSettings({ SUPABASE_URL });
    expect(formatWords({ subject })).toMatchObject({ text: `Request ${subject}`, link: null });
  },
);

test.each([
  ['request', `select * from strategy_sessions where id = '${subject}';`],
  ['prospect-visited', `select * from "decisionMakers" where id = '${subject}';`],
] as const)('of a %s links to the query for its rows', (kind, query) => {
  changeSettings({ SUPABASE_URL: 'https://abcdefgh.supabase.co' });
  const link = formatWords({ kind, subject }).link ?? '';
  // Without characters that cut a link.
  expect(link).toMatch(
    /^https:\/\/supabase\.com\/dashboard\/project\/abcdefgh\/sql\/new\?content=[\w%.+*-]+$/,
  );
  expect(new URL(link).searchParams.get('content')).toBe(query);
});

test('the weekly summary compares what is known of the week before, without a link', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' };
  const week = { visits: 120, calls: 1, requests: 3, answered: 2, prospects: 4, open: 1 };
  const before = { visits_before: 98, calls_before: 5, requests_before: 0, answered_before: 1 };
  const lines = `Monday 2026-11-16 to Sunday 2026-11-22, UTC:
Visits: 120 (the week before: 98)
Calls: 1 (the week before: 5)
Requests: 3 (the week before: 0)
Requests answered: 2 (the week before: 1)
Prospects who came: 4
Open requests now: 1`;
  const formatWeek = (facts: ClaimedAlert['facts']) =>
    formatWords({ kind: 'weekly-summary', facts: { ...days, ...week, ...facts } });
  const sentence = 'Last week: 120 visits, 1 call, 3 requests';
  expect(formatWeek(before)).toMatchObject({
    subject: `${sentence} (the week before: 98, 5, 0).`,
    text: expect.stringContaining(lines),
    link: null,
  });
  const text = lines.replace(/ \(.+\)/g, '');
  expect(formatWeek({})).toMatchObject({
    subject: `${sentence}.`,
    text: expect.stringContaining(text),
  });
});

test('the acknowledgement repeats nothing typed, and has the booking link if there is one', () => {
  const formatMail = () =>
    formatWords({ kind: 'acknowledgement', subject, address: 'eva1q@visitor.example' });
  const { to, subject: line, text = '', link } = formatMail();
  expect({ to, link }).toEqual({ to: 'eva1q@visitor.example', link: null });
  expect(line + text).not.toMatch(/eva1q|visitor\.example|0b1f9a52/);
  expect(text).toBe(writeAcknowledgementEn({ siteUrl: SITE }).text);
  changeSettings({ BOOKING_URL: 'https://booking.example/call?email={email}' });
  expect(formatMail().text).toContain('\nhttps://booking.example/call?email=\n');
});
