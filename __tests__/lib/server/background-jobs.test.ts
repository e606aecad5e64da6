import { runBackgroundJobs, runDueJobs, startBackgroundJobs } from '@/lib/server/background-jobs';
import { createAnswer, createRefusal, type SentQuery } from './database/database-answers';
import { installFakeClock } from './fake-clock';
import { collectLogLines } from './log/log-lines';
import { connectReceivers, setUpChannels } from './notify/fake-receivers';
import { becomeServerless, changeSettings, provideSettings } from './settings';

provideSettings();
const logged = collectLogLines();

beforeEach(() => {
  setUpChannels();
  changeSettings({ RETENTION_MONTHS: 6 });
});

/** Connects a database with these answers, and null to anything else. */
const connect = (answers: Record<string, unknown> = {}) =>
  connectReceivers(({ table }) => createAnswer(answers[table.replace('rpc/', '')] ?? null)).sent;
const listNames = (sent: SentQuery[]) => sent.map(({ table }) => table.replace('rpc/', ''));
const countQueries = (name: string, sent: SentQuery[]) =>
  listNames(sent).filter((each) => each === name).length;
const HOURLY = ['purge_expired', 'tend_alerts'];

test('purges, sends what is due, writes what the clock makes due, and sends that', async () => {
  const sent = connect({ tend_alerts: 2 });
  await runBackgroundJobs();
  expect(listNames(sent)).toEqual(['purge_expired', 'claim_alert', 'tend_alerts', 'claim_alert']);
  expect(sent).toMatchObject([{ body: { months: 6 } }, {}, { body: { summary: true } }, {}]);
  expect(sent.every(({ headers }) => headers.has('idempotency-key'))).toBe(true);
  expect(logged).toMatchObject([
    { level: 'warn', requests: 2, msg: 'requests have become overdue' },
  ]);
});

test.each([
  ['without a channel', () => setUpChannels(false)],
  ['with WEEKLY_SUMMARY_OFF', () => changeSettings({ WEEKLY_SUMMARY_OFF: true })],
])('%s keeps the promises, but sums up no week', async (_what, change) => {
  change();
  const sent = connect();
  await runBackgroundJobs();
  expect(countQueries('purge_expired', sent)).toBe(1);
  expect(sent.find(({ table }) => table === 'rpc/tend_alerts')?.body).toEqual({ summary: false });
});

test('logs which tables could not be purged', async () => {
  connect({ purge_expired: { strategy_sessions: 2, failed: { calls: '23503' } } });
  await runBackgroundJobs();
  const line = { level: 'error', tables: 'calls (23503)', msg: 'expired data not deleted' };
  expect(logged).toMatchObject([line]);
  logged.length = 0;
  connect({ purge_expired: { strategy_sessions: 2, failed: {} } });
  await runBackgroundJobs();
  expect(logged).toEqual([]);
});

describe('the timer', () => {
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(installFakeClock);
  /** Starts the jobs, and forgets those of the start. */
  const start = async () => {
    const sent = connect();
    startBackgroundJobs();
    await advance(0);
    expect(listNames(sent)).toEqual(expect.arrayContaining(HOURLY));
    sent.length = 0;
    return sent;
  };

  test.each([
    [0, 20_000],
    [0.999, 39_980],
  ])('sends alerts about every half a minute (%d: %d ms)', async (random, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    const sent = await start();
    await advance(ms - 1);
    expect(sent).toEqual([]);
    await advance(1);
    expect(countQueries('claim_alert', sent)).toBeGreaterThan(0);
    expect(countQueries('purge_expired', sent)).toBe(0);
  });

  test.each([
    [0, 2_400_000],
    [0.999, 4_797_600],
  ])('without a channel keeps the promises about every hour (%d: %d ms)', async (random, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    setUpChannels(false);
    const sent = await start();
    await advance(ms - 1);
    expect(sent).toEqual([]);
    await advance(1);
    expect(listNames(sent)).toEqual(HOURLY);
  });

  test('waits for its last run, however long a receiver takes', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const alert = { id: 'a', kind: 'request', subject: null, facts: {}, address: null };
    let due = 0;
    const receivers = connectReceivers(({ table }) =>
      createAnswer(
        table === 'rpc/claim_alert' && due-- > 0 ? [{ ...alert, missing: ['webhook'] }] : null,
      ),
    );
    receivers.answerWebhook = () =>
      new Promise((resolve) => setTimeout(resolve, 25_000, new Response('ok')));
    startBackgroundJobs();
    await advance(0);
    receivers.sent.length = 0;
    due = 1;
    // It begins after 20 s, and again 20 s after its end.
    await advance(20_000 + 25_000 + 20_000 - 1);
    expect(countQueries('tend_alerts', receivers.sent)).toBe(1);
    await advance(1);
    expect(countQueries('tend_alerts', receivers.sent)).toBe(2);
  });

  test('does not start on a serverless host', async () => {
    becomeServerless();
    const sent = connect();
    startBackgroundJobs();
    await advance(7_200_000);
    expect(sent).toEqual([]);
  });

  test('tells at once that the database refuses the key', async () => {
    const { received } = connectReceivers(createRefusal('PGRST301', 'none', 401));
    startBackgroundJobs();
    await advance(1000);
    const reason = expect.stringContaining('refused the key (401 PGRST301)') as string;
    const line = { level: 'error', reason, msg: 'the database refuses requests' };
    expect(logged).toContainEqual(expect.objectContaining(line));
    expect(received).toMatchObject([{ kind: 'database-away' }, { channel: 'mail' }]);
  });
});

test('one of many requests to a host without timers claims the jobs, once a minute', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick'] });
  const sent = connect();
  await Promise.all([runDueJobs(), runDueJobs(), runDueJobs()]);
  jest.setSystemTime(59_999);
  await runDueJobs();
  expect(sent).toHaveLength(1);
  jest.setSystemTime(60_000);
  await runDueJobs();
  expect(listNames(sent)).toEqual(['claim_jobs', 'claim_jobs']);
});
