import 'server-only';
import { site } from '@/lib/content/site';
import type { AlertMessage } from './alert-messages';
import { type Env, getEnv } from '@/lib/server/env';

export type WebhookKind = NonNullable<Env['ALERT_WEBHOOK_KIND']>;

/** The hosts of each receiver. Subdomains match, too. */
const HOSTS_BY_KIND: Partial<Record<WebhookKind, readonly string[]>> = {
  slack: ['hooks.slack.com', 'hooks.slack-gov.com'],
  discord: ['discord.com', 'discordapp.com'],
  'google-chat': ['chat.googleapis.com'],
  teams: [
    ...['logic.azure.com', 'powerplatform.com', 'powerautomate.com', 'flow.microsoft.com'],
    ...['webhook.office.com', 'outlook.office.com', 'outlook.office365.com'],
  ],
  ntfy: ['ntfy.sh'],
};

/** Returns the receiver that is set or that the host belongs to; `json` for any other host. */
export function findWebhookKind(): WebhookKind {
  const { ALERT_WEBHOOK_KIND, ALERT_WEBHOOK_URL = '' } = getEnv();
  if (ALERT_WEBHOOK_KIND) return ALERT_WEBHOOK_KIND;
  const { hostname, pathname } = new URL(ALERT_WEBHOOK_URL);
  const found = (Object.keys(HOSTS_BY_KIND) as WebhookKind[]).find((kind) =>
    HOSTS_BY_KIND[kind]?.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
  );
  // Discord takes Slack's format at this path.
  if (found === 'discord' && pathname.endsWith('/slack')) return 'slack';
  return found ?? 'json';
}

/** Builds the request for a message in the receiver's format. */
export function buildWebhookRequest(message: AlertMessage): { url: string; body: object } {
  const url = getEnv().ALERT_WEBHOOK_URL ?? '';
  const kind = findWebhookKind();
  if (kind !== 'ntfy') return { url, body: BODY_BUILDERS[kind](message) };
  // ntfy takes JSON at its root path. The query may hold the access token.
  const { origin, pathname, search } = new URL(url);
  const topic = pathname.split('/').findLast(Boolean) ?? '';
  return { url: `${origin}/${search}`, body: { topic, ...BODY_BUILDERS.ntfy(message) } };
}

const BODY_BUILDERS: Record<WebhookKind, (message: AlertMessage) => object> = {
  slack: (message) => {
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
    const escape = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '');
    // Mattermost takes the same body, and notifies all members of a plain @all.
    const escapedText = escape(joinSubjectAndText(message)).replaceAll('@', `@${ZERO_WIDTH_SPACE}`);
    return { text: appendLink(escapedText, message.link && escape(message.link), 4000) };
  },
  discord: (message) => ({
    // Angle brackets turn off Discord's preview of the link.
    content: appendLink(
      escapeMarkdown(joinSubjectAndText(message)),
      message.link && `<${message.link}>`,
      2000,
    ),
    allowed_mentions: { parse: [] },
  }),
  'google-chat': (message) => ({
    text: appendLink(
      joinSubjectAndText(message).replaceAll('<', `<${ZERO_WIDTH_SPACE}`),
      message.link,
      4096,
    ),
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
          body: truncate(joinSubjectAndText(message), 4000)
            .split('\n')
            .map((line) => ({ type: 'TextBlock', wrap: true, text: escapeMarkdown(line) })),
          ...(message.link && {
            actions: [
              {
                type: 'Action.OpenUrl',
                title: `Open the ${message.linkTarget ?? 'request'}`,
                url: message.link,
              },
            ],
          }),
        },
      },
    ],
  }),
  ntfy: (message) => ({
    title: site.brand,
    // ntfy turns messages over 4096 bytes into a file.
    message: truncate(joinSubjectAndText(message), 1000),
    ...(message.link && { click: message.link }),
  }),
  json: ({ id, kind, link, ...words }) => {
    const text = [joinSubjectAndText(words), link].filter(Boolean).join('\n');
    return { id, kind, text, link };
  },
};

/** Breaks up mentions. */
const ZERO_WIDTH_SPACE = '\u200b';

const joinSubjectAndText = ({ subject, text }: Pick<AlertMessage, 'subject' | 'text'>) =>
  [subject, text].filter(Boolean).join('\n');

const escapeMarkdown = (text: string) => text.replace(/[\\`*_~|<>[\]#]/g, '\\$&');

const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

const appendLink = (words: string, link: string | null, length: number) =>
  link ? `${truncate(words, length - link.length - 1)}\n${link}` : truncate(words, length);
