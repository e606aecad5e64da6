import 'server-only';
import { site } from '@/lib/content/site';
import type { AlertMessage } from './alert-channels';
import { type Env, env } from '../env';

/** A program that receives webhooks, each with a format of its own. */
export type WebhookKind = NonNullable<Env['ALERT_WEBHOOK_KIND']>;

/** Subdomains belong to the same receiver. */
const HOSTS: Partial<Record<WebhookKind, readonly string[]>> = {
  slack: ['hooks.slack.com', 'hooks.slack-gov.com'],
  discord: ['discord.com', 'discordapp.com'],
  'google-chat': ['chat.googleapis.com'],
  teams: [
    ...['logic.azure.com', 'powerplatform.com', 'powerautomate.com', 'flow.microsoft.com'],
    ...['webhook.office.com', 'outlook.office.com', 'outlook.office365.com'],
  ],
  ntfy: ['ntfy.sh'],
};

/** The receiver that the settings name, otherwise the one whose host it is, otherwise `json`. */
export function webhookKind(): WebhookKind {
  const { ALERT_WEBHOOK_KIND, ALERT_WEBHOOK_URL = '' } = env();
  if (ALERT_WEBHOOK_KIND) return ALERT_WEBHOOK_KIND;
  const { hostname, pathname } = new URL(ALERT_WEBHOOK_URL);
  const found = (Object.keys(HOSTS) as WebhookKind[]).find((kind) =>
    HOSTS[kind]?.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
  );
  // An address of Discord that takes what Slack takes.
  if (found === 'discord' && pathname.endsWith('/slack')) return 'slack';
  return found ?? 'json';
}

/** Where a message is posted, and the body that its receiver expects. */
export function webhookRequest(message: AlertMessage): { url: string; body: object } {
  const url = env().ALERT_WEBHOOK_URL ?? '';
  const kind = webhookKind();
  if (kind !== 'ntfy') return { url, body: bodies[kind](message) };
  // JSON is published at the root of the server; the query may hold the access token.
  const { origin, pathname, search } = new URL(url);
  const topic = pathname.split('/').findLast(Boolean) ?? '';
  return { url: `${origin}/${search}`, body: { topic, ...bodies.ntfy(message) } };
}

const bodies: Record<WebhookKind, (message: AlertMessage) => object> = {
  slack: (message) => {
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
    const escape = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '');
    // Mattermost takes the same body, and notifies everybody of a plain @all.
    const words = escape(wordsOf(message)).replaceAll('@', `@${BREAK}`);
    return { text: join(words, message.link && escape(message.link), 4000) };
  },
  discord: (message) => ({
    // Angle brackets keep Discord from showing a preview of the page behind the link.
    content: join(escapeMarkdown(wordsOf(message)), message.link && `<${message.link}>`, 2000),
    allowed_mentions: { parse: [] },
  }),
  'google-chat': (message) => ({
    text: join(wordsOf(message).replaceAll('<', `<${BREAK}`), message.link, 4096),
  }),
  teams: (message) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: cut(wordsOf(message), 4000)
            .split('\n')
            .map((line) => ({ type: 'TextBlock', wrap: true, text: escapeMarkdown(line) })),
          ...(message.link && {
            actions: [{ type: 'Action.OpenUrl', title: 'Open the request', url: message.link }],
          }),
        },
      },
    ],
  }),
  ntfy: (message) => ({
    title: site.brand,
    // A message of more than 4096 bytes arrives as a file.
    message: cut(wordsOf(message), 1000),
    ...(message.link && { click: message.link }),
  }),
  json: ({ id, kind, link, ...words }) => {
    const text = [wordsOf(words), link].filter(Boolean).join('\n');
    return { id, kind, text, link };
  },
};

/** Of no width. Keeps a chat program from reading a mention. */
const BREAK = '\u200b';

const wordsOf = ({ subject, text }: Pick<AlertMessage, 'subject' | 'text'>) =>
  [subject, text].filter(Boolean).join('\n');

const escapeMarkdown = (text: string) => text.replace(/[\\`*_~|<>[\]#]/g, '\\$&');

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** The words, then the link, which is never cut. */
const join = (words: string, link: string | null, length: number) =>
  link ? `${cut(words, length - link.length - 1)}\n${link}` : cut(words, length);
