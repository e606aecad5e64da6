/** @jest-environment node */
import { listChannels } from '@/lib/server/notify/alert-channels';
import { sendDueAlerts } from '@/lib/server/notify/alerts';
import { runBackgroundJobs, startBackgroundJobs } from '@/lib/server/notify/background-jobs';
import { purgeExpired } from '@/lib/server/database/purge';
import { getDatabase } from '@/lib/server/database/supabase';
import { createAnswer, connectDatabase, createRefusal } from '../database/database-answers';
import { collectLogLines } from '../observe/log-lines';

jest.mock('@/lib/server/notify/alert-channels');
jest.mock('@/lib/server/notify/alerts');
jest.mock('@/lib/server/database/purge');
jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

const logged = collectLogLines();
const mockSendDueAlerts = jest.mocked(sendDueAlerts);
const mockPurgeExpired = jest.mocked(purgeExpired);

beforeEach(() => {
  jest.mocked(listChannels).mockReturnValue(['webhook']);
  mockSendDueAlerts.mockReset().mockResolvedValue();
  mockPurgeExpired.mockReset().mockResolvedValue();
});

test('sends what is due, looks for overdue requests and purges', async () => {
  const sentQueries = connectDatabase(() => createAnswer(0));
  await runBackgroundJobs();
  expect(sentQueries.map(({ table }) => table)).toEqual(['rpc/tend_alerts']);
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
  expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
});

test('still purges without a channel for alerts', async () => {
  jest.mocked(listChannels).mockReturnValue([]);
  connectDatabase(() => createAnswer(0));
  await runBackgroundJobs();
  expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
});

test('sends what it finds overdue', async () => {
  connectDatabase(() => createAnswer(2));
  await runBackgroundJobs();
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(2);
});

test('still sends alerts when the database fails, and logs it', async () => {
  connectDatabase(createRefusal('XX000', 'broken', 500));
  await runBackgroundJobs();
  expect(mockSendDueAlerts).toHaveBeenCalledTimes(1);
  expect(logged).toMatchObject([{ level: 'warn', code: 'XX000', status: 500 }]);
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
    jest.useRealTimers();
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

  test('looks for no alerts without a channel', async () => {
    jest.mocked(listChannels).mockReturnValue([]);
    startBackgroundJobs();
    await advance(600_000);
    expect(mockSendDueAlerts).not.toHaveBeenCalled();
    expect(getDatabase).not.toHaveBeenCalled();
    expect(mockPurgeExpired).toHaveBeenCalledTimes(1);
  });
});
