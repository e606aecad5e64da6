import { randomUUID } from 'node:crypto';
import { listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import { findWebhookKind } from '@/lib/server/notify/alert-webhook';
import { failed, ok, type Outcome, warning } from './check';

export async function checkAlerts(): Promise<Outcome> {
  const channels = listChannels().filter((channel) => channel !== 'visitor');
  if (channels.length === 0)
    return warning(
      'no channel reports new requests',
      'Set ALERT_WEBHOOK_URL, or ALERT_SMTP_URL and ALERT_MAIL_TO, or look at requests daily.',
    );
  const test = {
    id: randomUUID(),
    kind: 'test',
    subject: 'Test by npm run doctor: nothing to do.',
    link: null,
  };
  const deliveries = await Promise.all(channels.map((channel) => sendMessage(channel, test)));
  const receiver = channels.includes('webhook') ? findWebhookKind() : undefined;
  const lost = deliveries.flatMap(({ failure }, index) =>
    failure ? [`${channels[index]}: ${failure}`] : [],
  );
  if (lost.length > 0)
    return failed(
      `a test was not delivered by ${lost.join(', ')}`,
      'Check the settings of that channel (ALERT_… in .env.example).' +
        (receiver ? ` The webhook got the format of ${receiver}.` : ''),
    );
  const names = channels.map((name) => (name === 'webhook' ? `webhook (${receiver})` : name));
  const seen = `a test was taken by ${names.join(' and ')}`;
  if (receiver !== 'teams') return ok(seen);
  return warning(
    seen,
    'Teams accepts messages that it does not show: only a look at the channel proves delivery.',
  );
}
