import { waitForCondition } from '../support/until';
import { CANARY } from './client';
import { printFigure, type World } from './world';

const FAULT_PATH = `/fault?email=${CANARY}%40visitor.example`;

/** Tests that operators can find a page that throws, and that nothing about its visitor leaks. */
export function testErrors(getWorld: () => World): void {
  describe('a page that throws', () => {
    test('is in the log under the request id of its visitor', async () => {
      const site = await getWorld().start();
      const answer = await fetch(site.url + FAULT_PATH, { headers: { 'x-request-id': CANARY } });
      const id = answer.headers.get('x-request-id');
      await site.terminate();

      expect([answer.status, id]).toEqual([500, expect.stringMatching(/^[\da-f-]{36}$/)]);
      const logged = site
        .readLog()
        .split('\n')
        .filter((text) => text.includes('failed unexpectedly'));
      const lines = logged.map((text) => JSON.parse(text) as Record<string, unknown>);
      expect(lines).toEqual([
        {
          level: 'error',
          time: expect.any(String),
          request_id: id,
          error: 'Error',
          at: expect.any(String),
          digest: expect.stringMatching(/^\d{1,10}$/),
          route: '/fault',
          msg: 'request failed unexpectedly',
        },
      ]);
      expect(site.readLog()).not.toContain(CANARY);
    });

    test('raises an alert after five times', async () => {
      const { database, sites } = getWorld();
      for (let n = 0; n < 5; n += 1) await (await fetch(sites[0].url + FAULT_PATH)).arrayBuffer();
      const listAlerts = () =>
        database.runSql("select facts from public.alerts where kind = 'site-failing'");
      await waitForCondition(async () => (await listAlerts()).length > 0, 'the alert');
      const [alert] = await listAlerts();
      printFigure('alert of five pages that threw', JSON.stringify(alert));
      expect(alert?.['facts']).toEqual({ count: 5, kinds: expect.stringContaining('/fault') });
    });
  });
}
