import { randomUUID } from 'node:crypto';
import { listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import { findWebhookKind } from '@/lib/server/notify/alert-webhook';
import { type Check, failed, ok, warning } from './check';

const TODO =
  'Set ALERT_WEBHOOK_URL, or ALERT_SMTP_URL and ALERT_MAIL_TO, or look at requests daily.';
const TEAMS_ADVICE =
  'Teams accepts messages that it does not show: only a look at the channel proves delivery.';

/** Sends a test over every channel to the operator. */
const alertDelivery: Check<unknown> = {
  name: 'alerts',
  needs: ['settings'],
  run: async () => {
    const operatorChannels = listChannels().filter((channel) => channel !== 'visitor');
    if (operatorChannels.length === 0) return warning('no channel reports new requests', TODO);
    const test = {
      id: randomUUID(),
      kind: 'test',
      subject: 'Test by npm run doctor: nothing to do.',
      link: null,
    };
    const deliveries = await Promise.all(
      operatorChannels.map(async (channel) => ({ channel, ...(await sendMessage(channel, test)) })),
    );
    const receiver = operatorChannels.includes('webhook') ? findWebhookKind() : undefined;
    const lost = deliveries.flatMap((each) => {
      const failure = each.ok ? each.refused : each.failure;
      return failure ? [`${each.channel}: ${failure}`] : [];
    });
    if (lost.length > 0) {
      const format = receiver ? ` The webhook got the format of ${receiver}.` : '';
      return failed(
        `a test was not delivered by ${lost.join(', ')}`,
        `Check the settings of that channel (ALERT_… in .env.example).${format}`,
      );
    }
    const names = operatorChannels.map((channel) =>
      channel === 'webhook' ? `webhook (${receiver})` : channel,
    );
    const seen = `a test was taken by ${names.join(' and ')}`;
    return receiver === 'teams' ? warning(seen, TEAMS_ADVICE) : ok(seen);
  },
};

export const alertChecks = [alertDelivery];
