import { randomUUID } from 'node:crypto';
import { channels, send } from '@/lib/server/alert-channels';
import { type Check, failed, ok, warning } from './check';
import type { Facts } from './facts';

const TODO =
  'Set ALERT_WEBHOOK_URL, or ALERT_SMTP_URL and ALERT_MAIL_TO, or look at requests daily.';

/** Sends a test over every channel to whoever runs the site, by the settings of this process. */
const delivered: Check<Facts> = {
  name: 'alerts',
  needs: ['settings'],
  run: async () => {
    const ours = channels().filter((channel) => channel !== 'visitor');
    if (ours.length === 0) return warning('nobody is told of a request', TODO);
    const test = {
      id: randomUUID(),
      kind: 'test',
      subject: 'Test by npm run doctor: nothing to do.',
      link: null,
    };
    const deliveries = await Promise.all(
      ours.map(async (channel) => ({ channel, ...(await send(channel, test)) })),
    );
    const lost = deliveries.flatMap((each) =>
      each.ok ? [] : [`${each.channel}: ${each.failure}`],
    );
    if (lost.length === 0) return ok(`a test was taken by ${ours.join(' and ')}`);
    return failed(
      `a test was not delivered by ${lost.join(', ')}`,
      'Check the address and the password of that channel (ALERT_… in .env.example).',
    );
  },
};

export const alertChecks = [delivered];
