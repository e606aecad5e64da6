import 'server-only';
import { site } from '@/lib/content/site';
import { webhookRequest } from './alert-webhook';
import { env } from '../env';
import type { Channel } from '../database/supabase';
import { failureCode } from './failure-code';
import { isLoopback } from '../http/loopback';

const WEBHOOK_MS = 5_000;
/** Mail servers may take seconds to greet somebody whom they don't know. */
const MAIL_MS = 10_000;

export type AlertMessage = {
  /** The same whenever the message is sent again. */
  id: string;
  kind: string;
  /** One sentence. */
  subject: string;
  /** What is to be read after the subject; to a visitor, the whole mail. */
  text?: string;
  /** Where the row can be read; null where there is no address for it. */
  link: string | null;
  /** The visitor's address, for the channel `visitor`. */
  to?: string;
};

export type Delivery =
  | { ok: true }
  /** `failure` is a code for the log; `final`: a retry would fail the same way. */
  | { ok: false; failure: string; final: boolean };

/** The channels that the settings have set up. */
export function channels(): Channel[] {
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL, ALERT_MAIL_TO } = env();
  const isSetUp = {
    webhook: ALERT_WEBHOOK_URL,
    mail: ALERT_SMTP_URL && ALERT_MAIL_TO,
    visitor: ALERT_SMTP_URL,
  };
  return (['webhook', 'mail', 'visitor'] as const).filter((channel) => isSetUp[channel]);
}

/**
 * Sends a message, once, over a channel that is set up. It counts as delivered when a webhook has answered with 2xx, or a
 * mail server has accepted it. Never throws.
 */
export async function send(channel: Channel, message: AlertMessage): Promise<Delivery> {
  try {
    return channel === 'webhook' ? await post(message) : await mail(channel, message);
  } catch (error) {
    return { ok: false, ...failureOf(error as MailError) };
  }
}

/** What nodemailer adds to an error. */
type MailError = {
  code?: string;
  /** Of the system, or of TLS. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/** A code for the log. The server's own words may hold addresses. */
function failureOf(error: MailError): { failure: string; final: boolean } {
  const { code, originalCode, command = '', response = '', responseCode = 0 } = error;
  const because = (cause: string, detail?: string | number) => ({
    failure: detail ? `${cause}: ${detail}` : cause,
    final: false,
  });
  if (/CERT|SIGNATURE|HOSTNAME/.test(originalCode ?? ''))
    return because('certificate', originalCode);
  if (code === 'EAUTH' || responseCode === 530) return because('login rejected', responseCode);
  // Many servers refuse the sender at a later command.
  const isSender = command === 'MAIL FROM' && [550, 553, 554].includes(responseCode);
  if (isSender || /sender|send ?as|relay/i.test(response))
    return because('sender rejected', responseCode);
  if (!responseCode) return because(originalCode ?? failureCode(error));
  return { failure: `status ${responseCode}`, final: command === 'RCPT TO' && responseCode >= 500 };
}

async function post(message: AlertMessage): Promise<Delivery> {
  const request = webhookRequest(message);
  const { ok, status, body } = await fetch(request.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
    signal: AbortSignal.timeout(WEBHOOK_MS),
    // A webhook is a secret; it is told to nobody else.
    redirect: 'manual',
    cache: 'no-store',
  });
  await body?.cancel();
  return ok ? { ok } : { ok, failure: `status ${status}`, final: false };
}

async function mail(channel: 'mail' | 'visitor', message: AlertMessage): Promise<Delivery> {
  const { ALERT_SMTP_URL: url = '', ALERT_MAIL_TO = '', SITE_URL } = env();
  const { id, subject, text, link, to = '' } = message;
  const from = { name: site.brand, address: site.contactMail };
  // Loaded where mail is sent, and nowhere else.
  const { createTransport } = await import('nodemailer');
  const { password, hostname } = new URL(url);
  const transport = createTransport({
    // Its own TLS parameters win (docs/ops.md).
    url,
    // A password never travels in the clear, even where somebody changes the server's offers.
    requireTLS: password !== '',
    // A relay on this machine has a certificate that nobody has signed, and no line to protect.
    tls: { rejectUnauthorized: !isLoopback(hostname) },
  });
  await transport.sendMail({
    from,
    replyTo: from,
    // As an object it is one address, whatever it looks like.
    to: channel === 'visitor' ? { name: '', address: to } : ALERT_MAIL_TO,
    subject,
    text: [channel === 'mail' && subject, text, link].filter(Boolean).join('\n\n'),
    messageId: `<${id}@${new URL(SITE_URL).hostname}>`,
    // So that no program answers it (RFC 3834).
    headers: { 'Auto-Submitted': channel === 'visitor' ? 'auto-replied' : 'auto-generated' },
    signal: AbortSignal.timeout(MAIL_MS),
  });
  return { ok: true };
}
