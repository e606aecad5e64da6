/** @jest-environment node */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { WEBHOOK_KINDS, type WebhookKind } from '@/lib/settings/rules';
import { checkAlerts } from '@/scripts/ops/doctor/alerts';
import { listChecks } from '@/scripts/ops/doctor/examine';
import { createWebhookReply } from '@/__tests__/support/webhook-receivers';
import { listen } from '../../../../local/ports';
import { changeSettings, provideSettings } from '../../../lib/server/settings';

provideSettings();
let close: () => unknown;
afterEach(() => close());

/** The outcome of the check, and what a receiver shows of a test in the format of another. */
async function runAlertCheck(receiver: WebhookKind, sentAs: WebhookKind = receiver) {
  const shown: (string | null)[] = [];
  const server = createServer(async (request, response) => {
    const receipt = createWebhookReply(receiver, await text(request));
    shown.push(receipt.shown);
    response.writeHead(receipt.status).end(receipt.answer);
  });
  close = () => (server.closeAllConnections(), server.close());
  const url = `http://127.0.0.1:${await listen(server)}/topic`;
  changeSettings({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KIND: sentAs });
  return { shown, outcome: await checkAlerts() };
}
const TEST = expect.stringContaining('Test by npm run doctor') as string;

test.each(WEBHOOK_KINDS.filter((kind) => kind !== 'teams'))(
  'a test is shown by %s, and the receiver is named',
  async (kind) => {
    expect(await runAlertCheck(kind)).toEqual({
      shown: [TEST],
      outcome: { state: 'ok', seen: `a test was taken by webhook (${kind})` },
    });
  },
);

test('warns that an accepted test of Teams is no proof of delivery', async () => {
  expect(await runAlertCheck('teams')).toEqual({
    shown: [TEST],
    outcome: {
      state: 'warning',
      seen: 'a test was taken by webhook (teams)',
      todo: expect.stringMatching(/: only a look at the channel proves delivery\.$/) as string,
    },
  });
});

test('fails if the receiver expects another format', async () => {
  expect(await runAlertCheck('discord', 'json')).toEqual({
    shown: [null],
    outcome: {
      state: 'failed',
      seen: 'a test was not delivered by webhook: status 400',
      todo: expect.stringMatching(/The webhook got the format of json\.$/) as string,
    },
  });
});

test('with --alert nothing else is examined', () => {
  const checks = listChecks({ NODE_ENV: 'test' }, { shouldCall: true, isAlertOnly: true });
  expect(checks.map(({ name }) => name)).toEqual(['settings', 'alerts']);
});
