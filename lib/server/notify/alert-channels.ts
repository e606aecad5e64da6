import 'server-only';
import { site } from '@/lib/content/site';
import type { AlertMessage } from './alert-messages';
import { buildWebhookRequest, findWebhookKind } from './alert-webhook';
import { signWebhook } from './webhook-signature';
import { getEnv } from '@/lib/server/env';
import type { Channel } from '@/lib/server/database/results';
import { getFailureCode } from '@/lib/server/log/log';
import { isLoopback } from '@/lib/settings/loopback';

const WEBHOOK_TIMEOUT_MS = 5_000;
/** Mail servers may delay their greeting. */
const MAIL_TIMEOUT_MS = 10_000;

/** `failure` is a code for the log; `isFinal`: a retry would fail the same way. */
export type Delivery = { ok: true } | { ok: false; failure: string; isFinal: boolean };

/** Lists the channels that are configured. */
export function listChannels(): Channel[] {
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL, ALERT_MAIL_TO } = getEnv();
  const settingsByChannel = {
    webhook: ALERT_WEBHOOK_URL,
    mail: ALERT_SMTP_URL && ALERT_MAIL_TO,
    visitor: ALERT_SMTP_URL,
  };
  return (['webhook', 'mail', 'visitor'] as const).filter((channel) => settingsByChannel[channel]);
}

/** Sends a message, without retries. A webhook must answer with 2xx. Never throws. */
export async function sendMessage(channel: Channel, message: AlertMessage): Promise<Delivery> {
  try {
    return channel === 'webhook' ? await postWebhook(message) : await sendMail(channel, message);
  } catch (error) {
    return { ok: false, ...classifyFailure(error as MailError) };
  }
}

/** nodemailer adds these to an error; `originalCode` is the system's or that of TLS. */
type MailError = {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/** Returns a code for the log, because the server's own words may hold addresses. */
function classifyFailure(error: MailError): { failure: string; isFinal: boolean } {
  const { code, originalCode, command = '', response = '', responseCode = 0 } = error;
  const createFailure = (cause: string, detail?: string | number) => ({
    failure: detail ? `${cause}: ${detail}` : cause,
    isFinal: false,
  });
  if (/CERT|SIGNATURE|HOSTNAME/.test(originalCode ?? ''))
    return createFailure('certificate', originalCode);
  if (code === 'EAUTH' || responseCode === 530)
    return createFailure('login rejected', responseCode);
  // Many servers refuse the sender at a later command.
  const isSender = command === 'MAIL FROM' && [550, 553, 554].includes(responseCode);
  if (isSender || /sender|send ?as|relay/i.test(response))
    return createFailure('sender rejected', responseCode);
  if (!responseCode) return createFailure(originalCode ?? getFailureCode(error));
  return {
    failure: `status ${responseCode}`,
    isFinal: command === 'RCPT TO' && responseCode >= 500,
  };
}

async function postWebhook(message: AlertMessage): Promise<Delivery> {
  const request = buildWebhookRequest(message);
  const { ALERT_WEBHOOK_SECRET: secret } = getEnv();
  const json = JSON.stringify(request.body);
  const signature =
    secret && findWebhookKind() === 'json' ? signWebhook(secret, message.id, json) : {};
  const { ok, status, body } = await fetch(request.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body: json,
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    // The URL is a secret, which a redirect would pass on.
    redirect: 'manual',
    cache: 'no-store',
  });
  await body?.cancel();
  return ok ? { ok } : { ok, failure: `status ${status}`, isFinal: false };
}

async function sendMail(channel: 'mail' | 'visitor', message: AlertMessage): Promise<Delivery> {
  const { ALERT_SMTP_URL: url = '', ALERT_MAIL_TO = '', SITE_URL } = getEnv();
  const { id, subject, text, link, to = '' } = message;
  const from = { name: site.brand, address: site.contactMail };
  const { createTransport } = await import('nodemailer');
  const { password, hostname } = new URL(url);
  const transport = createTransport({
    // TLS parameters in the URL win over those below (docs/ops.md).
    url,
    // Without it, an attacker on the line could remove the server's offer of TLS.
    requireTLS: password !== '',
    // A local relay has a self-signed certificate.
    tls: { rejectUnauthorized: !isLoopback(hostname) },
  });
  await transport.sendMail({
    from,
    replyTo: from,
    // An object is always one address; a string could be parsed as several.
    to: channel === 'visitor' ? { name: '', address: to } : ALERT_MAIL_TO,
    subject,
    text: [channel === 'mail' && subject, text, link].filter(Boolean).join('\n\n'),
    messageId: `<${id}@${new URL(SITE_URL).hostname}>`,
    // Keeps auto-responders from answering (RFC 3834).
    headers: { 'Auto-Submitted': channel === 'visitor' ? 'auto-replied' : 'auto-generated' },
    signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
  });
  return { ok: true };
}
