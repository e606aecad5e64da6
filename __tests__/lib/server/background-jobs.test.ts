/** @jest-environment node */
import { after } from 'next/server';
import { alertOutage } from '@/lib/server/database/outages';
import { listChannels } from '@/lib/server/notify/alert-channels';
import { sendDueAlerts } from '@/lib/server/notify/alerts';
import {
  runBackgroundJobs,
  runDueJobs,
  runDueJobsAfterResponse,
  startBackgroundJobs,
} from '@/lib/server/background-jobs';
import {
  connectDatabase,
  createAnswer,
  createRefusal,
  type SentQuery,
} from './database/database-answers';
import { collectLogLines } from './log/log-lines';
import { changeSettings, provideSettings } from './settings';

jest.mock('next/server', () => ({ after: jest.fn() }));
jest.mock('@/lib/server/notify/alert-channels');
jest.mock('@/lib/server/notify/alerts', () => ({
  ...jest.requireActual<object>('@/lib/server/notify/alerts'),
  sendDueAlerts: jest.fn(),
}));
jest.mock('@/lib/server/database/outages');

provideSettings();
const logged = collectLogLines();
const askedSymbol = Symbol.for('site.due-jobs');
const mockSendDueAlerts = jest.mocked(sendDueAlerts);

beforeEach(() => {
  jest.mocked(listChannels).mockReturnValue(['webhook']);
  mockSendDueAlerts.mockReset().mockResolvedValue();
  jest.mocked(after).mockReset();
  jest.mocked(alertOutage).mockReset();
  changeSettings({ WEEKLY_SUMMARY_OFF: false, RETENTION_MONTHS: 12 });
  Reflect.deleteProperty(globalThis, askedSymbol);
});

/** Connects a database with these answers, and null to anything else. */
const connect = (answers: Record<string, unknown> = {}) =>
  connectDatabase(({ table }) => createAnswer(answers[table.replace('rpc/', '')] ?? null));
const listTables = (sent: SentQuery[]) => sent.map(({ table }) => table);
const countPurges = (sent: SentQuery[]) =>
  listTables(sent).filter((table) => table === 'rpc/purge_expired').length;

test('sends what is due, writes what the clock makes due, sends that, and purges', async () => {
  changeSettings({ RETENTION_MONTHS: 6 });
  const sent = connect({ tend_alerts: 2 });
  await runBackgroundJobs();
  expect(sent).toMatchObject([
    { table: 'rpc/tend_alerts', body: { summary: true } },
    { table: 'rpc/purge_expired', body: { months: 6 } },
  ]);
  expect(sent.every(({ headers }) => headers.has('idempotency-key'))).toBe(true);
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
  expect(logged).toMatchObject([
    { level: 'warn', requests: 2, msg: 'requests have become overdue' },
  ]);
});

test.each([
  ['no channel', () => jest.mocked(listChannels).mockReturnValue([])],
  ['WEEKLY_SUMMARY_OFF', () => changeSettings({ WEEKLY_SUMMARY_OFF: true })],
])('with %s keeps the promises, but sums up no week', async (_what, change) => {
  change();
  const sent = connect();
  await runBackgroundJobs();
  expect(sent[0]).toMatchObject({ table: 'rpc/tend_alerts', body: { summary: false } });
  expect(countPurges(sent)).toBe(1);
});

test('still sends alerts when the database fails, and logs it', async () => {
  connectDatabase(createRefusal('XX000', 'broken', 500));
  await runBackgroundJobs();
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
  const failure = { level: 'warn', code: 'XX000', status: 500 };
  expect(logged).toMatchObject([
    { ...failure, msg: 'could not look for overdue requests' },
    { ...failure, msg: 'expired data not deleted' },
  ]);
});

const purged = { strategy_sessions: 0, calls: 2, expiring: 3, unannounced: 2, failed: {} };
test.each<[string, object | null, object[]]>([
  [
    'a table that could not be purged',
    { ...purged, failed: { calls: '23503' } },
    [{ level: 'error', tables: 'calls (23503)', msg: 'expired data not deleted' }],
  ],
  ['nothing if every table could be purged', purged, []],
  ['nothing while another server purges', null, []],
])('logs %s', async (_what, answer, lines) => {
  connect({ purge_expired: answer });
  await runBackgroundJobs();
  expect(logged).toMatchObject(lines);
  expect(logged).toHaveLength(lines.length);
});

describe('the timer', () => {
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  let sent: SentQuery[];
  beforeEach(() => {
    jest.useFakeTimers();
    sent = connect();
  });
  afterEach(() => {
    delete process.env.VERCEL;
  });
  /** Starts the jobs, and forgets those of the start. */
  const start = async () => {
    startBackgroundJobs();
    await advance(0);
    mockSendDueAlerts.mockClear();
    sent.length = 0;
  };

  test('runs all jobs at the start', async () => {
    startBackgroundJobs();
    await advance(0);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
    expect(countPurges(sent)).toBe(1);
  });

  test.each([
    [0, 20_000],
    [0.5, 30_000],
    [0.999, 39_980],
  ])('sends alerts about every half a minute (%d: %d ms)', async (random, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    await start();
    await advance(ms - 1);
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
    await advance(1);
    expect(mockSendDueAlerts).toHaveBeenCalled();
    mockSendDueAlerts.mockClear();
    await advance(ms + 100);
    expect(mockSendDueAlerts).toHaveBeenCalled();
    expect(countPurges(sent)).toBe(0);
  });

  test('waits for the previous run to end', async () => {
    await start();
    let endRun: () => void = () => undefined;
    mockSendDueAlerts.mockReturnValue(new Promise((resolve) => (endRun = resolve)));
    await advance(600_000);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
    endRun();
    await advance(40_000);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(4);
  });

  test.each([
    [0, 2_400_000],
    [0.5, 3_600_000],
    [0.999, 4_797_600],
  ])('without a channel keeps the promises about every hour (%d: %d ms)', async (random, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    jest.mocked(listChannels).mockReturnValue([]);
    await start();
    await advance(ms - 1);
    expect(sent).toEqual([]);
    await advance(1);
    expect(listTables(sent)).toEqual(['rpc/tend_alerts', 'rpc/purge_expired']);
  });

  test('does not start on a serverless host', async () => {
    process.env.VERCEL = '1';
    startBackgroundJobs();
    await advance(7_200_000);
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test('tells at once that the database refuses the key', async () => {
    connectDatabase(createRefusal('PGRST301', 'none', 401));
    startBackgroundJobs();
    await advance(1000);
    expect(logged).toContainEqual(
      expect.objectContaining({
        level: 'error',
        reason: expect.stringContaining('refused') as string,
        msg: 'the database refuses requests',
      }),
    );
    expect(alertOutage).toHaveBeenCalledWith({ status: 401, code: 'PGRST301' });
  });
});

describe('the jobs of a host without timers', () => {
  test('are claimed at most once a minute, by one of many requests', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick'] });
    const sent = connect();
    await Promise.all([runDueJobs(), runDueJobs(), runDueJobs()]);
    jest.setSystemTime(59_999);
    await runDueJobs();
    expect(sent).toHaveLength(1);
    jest.setSystemTime(60_000);
    await runDueJobs();
    expect(sent).toHaveLength(2);
    jest.useRealTimers();
  });

  describe('after a response', () => {
    afterEach(() => {
      delete process.env.VERCEL;
    });

    test('fail no request on a host that cannot wait', () => {
      process.env.VERCEL = '1';
      jest.mocked(after).mockImplementation(() => {
        throw new Error('`waitUntil` is not available in the current environment.');
      });
      runDueJobsAfterResponse();
      runDueJobsAfterResponse();
      expect(logged).toMatchObject([
        { level: 'warn', msg: 'after() is unavailable, background jobs wait for GET /api/cron' },
      ]);
    });

    test('are left to the timers of a host that has them', () => {
      runDueJobsAfterResponse();
      expect(after).not.toHaveBeenCalled();
    });
  });
});
