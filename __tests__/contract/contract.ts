import { RULES } from '@/lib/server/http/rate-limit';
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
import { createDatabaseProxy, type TestDatabaseProxy } from './database-proxy';

// There is no host that runs work after a response.
jest.mock('next/server', () => ({ ...jest.requireActual('next/server'), after: jest.fn() }));

/**
 * The tests of the contract between this application and its database, for any database server.
 *
 * @param testEverywhere defines a case that every database has to pass
 */
export function describeContract(
  start: () => Promise<TestDatabase>,
  testEverywhere: jest.It = test,
  describeMore: (proxy: TestDatabaseProxy) => void = () => undefined,
) {
  const proxy = createDatabaseProxy(start, testEverywhere);
  // These tests would exceed both. The other limits are of an address, which their requests lack.
  for (const rule of ['contact per email', 'overall'] as const)
    Object.assign(RULES[rule], { points: 1e6 });

  for (const describePart of [
    ...[describeRequests, describeRules, describeLimits, describeProspects, describeCalls],
    ...[describeFunnel, describeAlerts, describeWeeklySummary, describeAcknowledgements],
    ...[describeRetention, describeBackgroundJobs, describeDoctor, describeMore],
  ])
    describePart(proxy);

  describe('without its database', () => {
    testEverywhere('the site answers 503 with the message of a network error', async () => {
      await proxy.getDatabase().simulateOutage();
      expect(await proxy.submit('eva@example.com')).toEqual({
        status: 503,
        body: { ok: false, error: 'unavailable', message: errorsEn.unavailable },
      });
      expect(proxy.logged.join()).not.toContain('eva');
    });
  });
}
