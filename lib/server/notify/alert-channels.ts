import 'server-only';
import { createHmac } from 'node:crypto';
import { site } from '@/lib/content/site';
import type { Channel } from '@/lib/server/database/results';
import { getEnv } from '@/lib/server/env';
import { getFailureCode, UNSENT_FAILURES } from '@/lib/server/log/log';
import { isLoopback } from '@/lib/settings/rules';
import type { AlertMessage } from './alert-messages';
import { buildWebhookRequest, findWebhookKind } from './alert-webhook';

const WEBHOOK_TIMEOUT_MS = 30_000;
/** Until a mail server greets. */
const GREETING_TIMEOUT_MS = 10_000;
/** For each of its answers: it may look through the text before it says that it has taken it. */
const MAIL_TIMEOUT_MS = 60_000;
const DAY_SECONDS = 86_400;

export type Delivery = {
  /** `maybe`: handed over, but nobody said that it was taken; `never`: a retry must fail, too. */
  outcome: 'taken' | 'refused' | 'maybe' | 'never';
  /** A code for the log, also for a mail that some of several mailboxes have refused. */
  failure?: string;
  waitSeconds?: number | undefined;
};

export function listChannels(): Channel[] {
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL } = getEnv();
  const channels: Channel[] = ALERT_WEBHOOK_URL ? ['webhook'] : [];
  return ALERT_SMTP_URL ? [...channels, 'mail', 'visitor'] : channels;
}

/** A webhook must answer with 2xx. Never throws. */
export const sendMessage = (channel: Channel, message: AlertMessage): Promise<Delivery> =>
  channel === 'webhook' ? postWebhook(message) : sendMail(channel, message);

async function postWebhook(message: AlertMessage): Promise<Delivery> {
  try {
    const request = buildWebhookRequest(message);
    const json = JSON.stringify(request.body);
    const { ok, status, headers, body } = await fetch(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(message.id, json) },
      body: json,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      // The URL is a secret, which a redirect would pass on.
      redirect: 'manual',
      cache: 'no-store',
    });
    await body?.cancel();
    if (ok) return { outcome: 'taken' };
    const waitSeconds = readRetryAfter(headers);
    return { outcome: 'refused', failure: `status ${status}`, waitSeconds };
  } catch (error) {
    const failure = getFailureCode(error);
    return { outcome: UNSENT_FAILURES.has(failure) ? 'refused' : 'maybe', failure };
  }
}

/** Reads the seconds or the date of Retry-After; at most a day, since alerts last for three. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const seconds = Number(value) || (Date.parse(value) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), DAY_SECONDS) : undefined;
}

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
function signWebhook(id: string, body: string): Record<string, string> {
  const { ALERT_WEBHOOK_SECRET: secret } = getEnv();
  if (!secret || findWebhookKind() !== 'json') return {};
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}

async function sendMail(channel: 'mail' | 'visitor', message: AlertMessage): Promise<Delivery> {
  const { ALERT_SMTP_URL: url = '', ALERT_MAIL_TO = '', SITE_URL } = getEnv();
  const { id, subject, text, link, to = '' } = message;
  const from = { name: site.brand, address: site.contactMail };
  let isHandedOver = false;
  try {
    const { createTransport } = await import('nodemailer');
    const { password, hostname, searchParams } = new URL(url);
    const transport = createTransport({
      // Parameters of the URL win over those below (docs/ops.md).
      url,
      // Without it, an attacker on the line could remove the server's offer of TLS.
      requireTLS: password !== '' && searchParams.get('ignoreTLS') !== 'true',
      // A local relay has a self-signed certificate.
      tls: { rejectUnauthorized: !isLoopback(hostname) },
      connectionTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: MAIL_TIMEOUT_MS,
    });
    transport.use('stream', (mail, done) => {
      mail.message.processFunc((stream) => stream.once('end', () => (isHandedOver = true)));
      done();
    });
    const { rejected, accepted } = await transport.sendMail({
      from,
      replyTo: from,
      // An object is always one address; a string could be parsed as several.
      to: channel === 'visitor' ? { name: '', address: to } : ALERT_MAIL_TO,
      subject,
      text: [channel === 'mail' && subject, text, link].filter(Boolean).join('\n\n'),
      messageId: `<${id}@${new URL(SITE_URL).hostname}>`,
      // Keeps auto-responders from answering (RFC 3834).
      headers: { 'Auto-Submitted': channel === 'visitor' ? 'auto-replied' : 'auto-generated' },
    });
    if (rejected.length === 0) return { outcome: 'taken' };
    const all = rejected.length + accepted.length;
    return { outcome: 'taken', failure: `refused by ${rejected.length} of ${all} mailboxes` };
  } catch (error) {
    // nodemailer's own words may hold addresses. `originalCode` is the system's or that of TLS.
    const { code, originalCode, command, responseCode } = error as Record<string, string | number>;
    const failure = [command, responseCode ?? originalCode ?? code ?? 'failed'].join(' ').trim();
    // Other codes may mean our sender. That, and their own mailbox, the operator can repair.
    if (channel === 'visitor' && failure === 'RCPT TO 550') return { outcome: 'never', failure };
    return { outcome: isHandedOver && !responseCode ? 'maybe' : 'refused', failure };
  }
}
