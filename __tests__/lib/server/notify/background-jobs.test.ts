/** @jest-environment node */
import { after } from 'next/server';
import { listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import { sendDueAlerts } from '@/lib/server/notify/alerts';
import {
  runBackgroundJobs,
  runDueJobs,
  runDueJobsAfterResponse,
  startBackgroundJobs,
} from '@/lib/server/notify/background-jobs';
import { purgeExpired } from '@/lib/server/database/purge';
import { getDatabase } from '@/lib/server/database/supabase';
import { createAnswer, connectDatabase, createRefusal } from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';

jest.mock('next/server', () => ({ after: jest.fn() }));
jest.mock('@/lib/server/notify/alert-channels');
jest.mock('@/lib/server/notify/alerts');
jest.mock('@/lib/server/database/purge');
jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

provideSettings();
const logged = collectLogLines();
const lookedSymbol = Symbol.for('site.due-jobs');
const mockSendDueAlerts = jest.mocked(sendDueAlerts);
const mockPurgeExpired = jest.mocked(purgeExpired);

beforeEach(() => {
  jest.mocked(listChannels).mockReturnValue(['webhook']);
  mockSendDueAlerts.mockReset().mockResolvedValue();
  mockPurgeExpired.mockReset().mockResolvedValue();
  jest.mocked(after).mockReset();
  Reflect.deleteProperty(globalThis, lookedSymbol);
});

/** Connects a database in which one function answers, and all others with 0. */
const connectFunction = (name: string, answer: unknown) =>
  connectDatabase(({ table }) => createAnswer(table === `rpc/${name}` ? answer : 0));

test('sends what is due, looks for overdue requests, sums up the week and purges', async () => {
  const sentQueries = connectDatabase(() => createAnswer(0));
  await runBackgroundJobs();
  const asked = sentQueries.map(({ table }) => table);
  expect(asked).toEqual(['rpc/tend_alerts', 'rpc/write_weekly_summary']);
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
  expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
});

test('still purges without a channel for alerts', async () => {
  jest.mocked(listChannels).mockReturnValue([]);
  connectDatabase(() => createAnswer(0));
  await runBackgroundJobs();
  expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
});

test('sends what it finds overdue, and logs how many', async () => {
  connectFunction('tend_alerts', 2);
  await runBackgroundJobs();
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
  expect(logged).toMatchObject([{ level: 'warn', requests: 2, msg: 'requests are overdue' }]);
});

test('still sends alerts when the database fails, and logs it', async () => {
  connectDatabase(createRefusal('XX000', 'broken', 500));
  await runBackgroundJobs();
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
  const failure = { level: 'warn', code: 'XX000', status: 500 };
  expect(logged).toMatchObject([
    { ...failure, msg: 'could not look for overdue requests' },
    { ...failure, msg: 'weekly summary not written' },
  ]);
});

describe('the weekly summary', () => {
  afterEach(() => changeSettings({ WEEKLY_SUMMARY_OFF: false }));

  test('is sent at once when it is written', async () => {
    connectFunction('write_weekly_summary', true);
    await runBackgroundJobs();
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['no channel', () => jest.mocked(listChannels).mockReturnValue([])],
    ['WEEKLY_SUMMARY_OFF', () => changeSettings({ WEEKLY_SUMMARY_OFF: true })],
  ])('is not written with %s', async (_what, change) => {
    change();
    const sentQueries = connectFunction('write_weekly_summary', true);
    await runBackgroundJobs();
    expect(sentQueries.map(({ table }) => table)).toEqual(['rpc/tend_alerts']);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
  });
});

describe('the timer', () => {
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    jest.useFakeTimers();
    jest.mocked(getDatabase).mockReset();
    connectDatabase(() => createAnswer(0));
  });
  afterEach(() => {
    delete process.env.VERCEL;
  });

  test.each([
    [0, 20_000],
    [0.5, 30_000],
    [0.999, 39_980],
  ])('sends alerts about every half a minute (%d: %d ms)', async (random, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    startBackgroundJobs();
    await advance(ms - 1);
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
    await advance(1);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
    await advance(ms + 100);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
  });

  test('waits for the previous run to end', async () => {
    startBackgroundJobs();
    let endRun: () => void = () => undefined;
    mockSendDueAlerts.mockReturnValueOnce(new Promise((resolve) => (endRun = resolve)));
    await advance(600_000);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
    endRun();
    await advance(40_000);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
  });

  test.each([
    [0, 2_400_000],
    [0.5, 3_600_000],
    [0.999, 4_797_600],
  ])('purges immediately, then about every hour (%d: %d ms)', async (random, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    jest.mocked(listChannels).mockReturnValue([]);
    startBackgroundJobs();
    expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
    await advance(ms - 1);
    expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(mockPurgeExpired).toHaveBeenCalledTimes(2);
  });

  test('does not start on a serverless host', async () => {
    process.env.VERCEL = '1';
    startBackgroundJobs();
    await advance(7_200_000);
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
    expect(mockPurgeExpired).not.toHaveBeenCalled();
    expect(getDatabase).not.toHaveBeenCalled();
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
    expect(sendMessage).toHaveBeenCalledTimes(1);
  });

  test('without a channel looks for overdue requests at once and every hour', async () => {
    jest.mocked(listChannels).mockReturnValue([]);
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const sentQueries = connectDatabase(() => createAnswer(0));
    startBackgroundJobs();
    await advance(3_599_000);
    const countLooks = () => sentQueries.filter(({ table }) => table === 'rpc/tend_alerts').length;
    expect(countLooks()).toBe(1);
    await advance(1000);
    expect(countLooks()).toBe(2);
    expect(mockPurgeExpired).toHaveBeenCalledTimes(2);
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
  });
});

describe('the jobs of a host without timers', () => {
  /** Connects a database that lets this process run the jobs, or not. */
  const connectTurns = (isOurTurn: boolean) => connectFunction('claim_jobs', isOurTurn);

  test('run if the database says that they are due', async () => {
    const sentQueries = connectTurns(true);
    await runDueJobs();
    const asked = sentQueries.map(({ table }) => table);
    expect(asked).toEqual(['rpc/claim_jobs', 'rpc/tend_alerts', 'rpc/write_weekly_summary']);
    expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
    expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
  });

  test('do not run if another process has just run them', async () => {
    const sentQueries = connectTurns(false);
    await runDueJobs();
    expect(sentQueries.map(({ table }) => table)).toEqual(['rpc/claim_jobs']);
    expect(mockPurgeExpired).not.toHaveBeenCalled();
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
  });

  test('do not run if the database fails, which is logged', async () => {
    connectDatabase(createRefusal('XX000', 'broken', 500));
    await runDueJobs();
    expect(mockPurgeExpired).not.toHaveBeenCalled();
    expect(logged).toMatchObject([
      { level: 'warn', code: 'XX000', status: 500, msg: 'background jobs not claimed' },
    ]);
  });

  test('are claimed at most once a minute, by one of many requests', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick'] });
    const sentQueries = connectTurns(false);
    await Promise.all([runDueJobs(), runDueJobs(), runDueJobs()]);
    jest.setSystemTime(59_999);
    await runDueJobs();
    expect(sentQueries).toHaveLength(1);
    jest.setSystemTime(60_000);
    await runDueJobs();
    expect(sentQueries).toHaveLength(2);
    jest.useRealTimers();
  });

  describe('after a response', () => {
    afterEach(() => {
      delete process.env.VERCEL;
    });

    test('wait until the request is answered', async () => {
      process.env.VERCEL = '1';
      const sentQueries = connectTurns(true);
      runDueJobsAfterResponse();
      expect(sentQueries).toEqual([]);
      const [[work]] = jest.mocked(after).mock.calls as [[() => Promise<void>]];
      await work();
      expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
      runDueJobsAfterResponse();
      expect(after).toHaveBeenCalledTimes(1);
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
