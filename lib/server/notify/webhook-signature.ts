import 'server-only';
import { createHmac } from 'node:crypto';

/**
 * Signs a webhook's body
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 *
 * @param secret ALERT_WEBHOOK_SECRET, a key in base64
 * @param id stays the same when the message is sent again
 * @returns the headers of the request
 */
export function signWebhook(secret: string, id: string, body: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
