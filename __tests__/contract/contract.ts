import * as limits from '@/lib/server/http/rate-limit';
import { errorsEn } from '@/lib/content/contact-en';
import { describeAcknowledgements } from './parts/acknowledgements';
import { describeAlerts } from './parts/alerts';
import { describeBackgroundJobs } from './parts/background-jobs';
import { describeCalls } from './parts/calls';
import { describeFunnel } from './parts/funnel';
import { describeDoctor } from './parts/doctor';
import { describeLimits } from './parts/limits';
import { describeProspects } from './parts/prospects';
import { describeRequests } from './parts/requests';
import { describeRetention } from './parts/retention';
import { describeRules } from './parts/rules';
import { describeWeeklySummary } from './parts/weekly-summary';
import type { TestDatabase } from '../support/databases/databases';
import type { Expected } from './expected';
import { createDatabaseProxy } from './database-proxy';

// The limits are tested separately below; these tests would exceed them.
jest.mock('@/lib/server/http/rate-limit', () => ({
  ...jest.requireActual('@/lib/server/http/rate-limit'),
  consumeInMemory: jest.fn(async () => 0),
  consumeShared: jest.fn(async () => 0),
  limitVisit: jest.fn(async () => 0),
}));

// There is no host that runs work after a response.
jest.mock('next/server', () => ({ ...jest.requireActual('next/server'), after: jest.fn() }));

/** The tests of the contract between this application and its database, for any database server. */
export function describeContract(
  start: () => Promise<TestDatabase>,
  expected: Expected,
  describeMore: (getDatabase: () => TestDatabase) => void = () => undefined,
) {
  const proxy = createDatabaseProxy(start);
  beforeEach(() => void jest.mocked(limits.consumeShared).mockResolvedValue(0));

  describeRequests(proxy, expected);
  describeRules(proxy, expected);
  describeLimits(proxy);
  describeProspects(proxy, expected);
  describeCalls(proxy);
  describeFunnel(proxy);
  describeAlerts(proxy);
  describeWeeklySummary(proxy);
  describeAcknowledgements(proxy);
  describeRetention(proxy, expected);
  describeBackgroundJobs(proxy);
  describeDoctor(proxy);
  describeMore(proxy.getDatabase);

  describe('without its database', () => {
    test('the site answers 503 with the message of a network error', async () => {
      await proxy.getDatabase().simulateOutage();
      expect(await proxy.submit('eva@example.com')).toEqual({
        status: 503,
        body: { ok: false, error: 'unavailable', message: errorsEn.unavailable },
      });
      expect(proxy.logged.join()).not.toContain('eva');
    });
  });
}
