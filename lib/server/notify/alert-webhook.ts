import 'server-only';
import { site } from '@/lib/content/site';
import type { AlertMessage } from './alert-messages';
import { type Env, getEnv } from '@/lib/server/env';

export type WebhookKind = NonNullable<Env['ALERT_WEBHOOK_KIND']>;

type Receiver = {
  /** Subdomains match, too. */
  hosts?: readonly string[];
  /** Writes the body in its format. The link keeps its place in a text that is too long. */
  write: (message: AlertMessage) => object;
};

/** Breaks up mentions. */
const ZERO_WIDTH_SPACE = '\u200b';

const RECEIVERS: Record<WebhookKind, Receiver> = {
  slack: {
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
    write: (message) => {
      const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
      const escape = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '');
      // Mattermost takes the same body, and notifies all members of a plain @all.
      const words = escape(joinWords(message)).replaceAll('@', `@${ZERO_WIDTH_SPACE}`);
      return { text: appendLink(words, message.link && escape(message.link), 4000) };
    },
  },
  discord: {
    hosts: ['discord.com', 'discordapp.com'],
    write: (message) => {
      // Angle brackets turn off Discord's preview of the link.
      const link = message.link && `<${message.link}>`;
      const content = appendLink(escapeMarkdown(joinWords(message)), link, 2000);
      return { content, allowed_mentions: { parse: [] } };
    },
  },
  'google-chat': {
    hosts: ['chat.googleapis.com'],
    write: (message) => {
      const words = joinWords(message).replaceAll('<', `<${ZERO_WIDTH_SPACE}`);
      return { text: appendLink(words, message.link, 4096) };
    },
  },
  teams: {
    hosts: [
      ...['logic.azure.com', 'powerplatform.com', 'powerautomate.com', 'flow.microsoft.com'],
      ...['webhook.office.com', 'outlook.office.com', 'outlook.office365.com'],
    ],
    write: (message) => {
      const { link, linkTarget = 'request' } = message;
      const lines = truncate(joinWords(message), 4000).split('\n');
      const action = { type: 'Action.OpenUrl', title: `Open the ${linkTarget}`, url: link };
      const content = {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.2',
        body: lines.map((line) => ({ type: 'TextBlock', wrap: true, text: escapeMarkdown(line) })),
        ...(link && { actions: [action] }),
      };
      const contentType = 'application/vnd.microsoft.card.adaptive';
      return { type: 'message', attachments: [{ contentType, content }] };
    },
  },
  ntfy: {
    hosts: ['ntfy.sh'],
    write: (message) => ({
      topic: new URL(getUrl()).pathname.split('/').findLast(Boolean) ?? '',
      title: site.brand,
      // ntfy turns messages over 4096 bytes into a file.
      message: truncate(joinWords(message), 1000),
      ...(message.link && { click: message.link }),
    }),
  },
  json: {
    write: ({ id, kind, link, ...words }) => {
      const text = [joinWords(words), link].filter(Boolean).join('\n');
      return { id, kind, text, link };
    },
  },
};

const getUrl = () => getEnv().ALERT_WEBHOOK_URL ?? '';

/** Returns the receiver that is set or that the host belongs to; `json` for any other host. */
export function findWebhookKind(): WebhookKind {
  const { ALERT_WEBHOOK_KIND } = getEnv();
  if (ALERT_WEBHOOK_KIND) return ALERT_WEBHOOK_KIND;
  const { hostname, pathname } = new URL(getUrl());
  const found = (Object.keys(RECEIVERS) as WebhookKind[]).find((kind) =>
    RECEIVERS[kind].hosts?.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
  );
  // Discord takes Slack's format at this path.
  if (found === 'discord' && pathname.endsWith('/slack')) return 'slack';
  return found ?? 'json';
}

/** Builds the request for a message in the receiver's format. */
export function buildWebhookRequest(message: AlertMessage): { url: string; body: object } {
  const kind = findWebhookKind();
  const body = RECEIVERS[kind].write(message);
  if (kind !== 'ntfy') return { url: getUrl(), body };
  // ntfy takes JSON at its root path. The query may hold the access token.
  const { origin, search } = new URL(getUrl());
  return { url: `${origin}/${search}`, body };
}

const joinWords = ({ subject, text }: Pick<AlertMessage, 'subject' | 'text'>) =>
  [subject, text].filter(Boolean).join('\n');

const escapeMarkdown = (text: string) => text.replace(/[\\`*_~|<>[\]#]/g, '\\$&');

const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

const appendLink = (words: string, link: string | null, length: number) =>
  link ? `${truncate(words, length - link.length - 1)}\n${link}` : truncate(words, length);
