import 'server-only';
import { site } from '@/lib/content/site';
import { getEnv } from '@/lib/server/env';
import { WEBHOOK_KINDS, type WebhookKind } from '@/lib/settings/rules';
import type { AlertMessage } from './alert-messages';

type Receiver = {
  /** Subdomains match, too. */
  hosts: readonly string[];
  write: (message: AlertMessage, url: URL) => object;
  /** Takes JSON at the root of the host only. */
  isPostedToRoot?: true;
};

const RECEIVERS: Record<WebhookKind, Receiver> = {
  slack: {
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
    write: (message) => ({
      text: joinLines(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    }),
  },
  discord: {
    hosts: ['discord.com', 'discordapp.com'],
    write: ({ link, ...words }) => ({
      // Angle brackets turn off the preview of the link.
      content: escapeMarkdown(joinLines(words)) + (link ? `\n<${link}>` : ''),
      allowed_mentions: { parse: [] },
    }),
  },
  'google-chat': {
    hosts: ['chat.googleapis.com'],
    write: (message) => ({ text: joinLines(message) }),
  },
  teams: {
    hosts: [
      'logic.azure.com',
      'powerplatform.com',
      'powerautomate.com',
      'flow.microsoft.com',
      'webhook.office.com',
      'outlook.office.com',
      'outlook.office365.com',
    ],
    write: ({ link, ...words }) => {
      const lines = escapeMarkdown(joinLines(words)).split('\n');
      const content = {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.2',
        body: lines.map((text) => ({ type: 'TextBlock', wrap: true, text })),
        ...(link && {
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Supabase', url: link }],
        }),
      };
      const contentType = 'application/vnd.microsoft.card.adaptive';
      return { type: 'message', attachments: [{ contentType, content }] };
    },
  },
  ntfy: {
    hosts: ['ntfy.sh'],
    write: ({ link, ...words }, { pathname }) => ({
      topic: pathname.split('/').findLast(Boolean) ?? '',
      title: site.brand,
      message: joinLines(words),
      ...(link && { click: link }),
    }),
    isPostedToRoot: true,
  },
  json: {
    hosts: [],
    write: ({ id, kind, link, ...words }) => ({
      id,
      kind,
      text: joinLines({ ...words, link }),
      link,
    }),
  },
};

const joinLines = ({
  subject,
  text,
  link,
}: Pick<AlertMessage, 'subject' | 'text'> & { link?: string | null }) =>
  [subject, text, link].filter(Boolean).join('\n');

const escapeMarkdown = (text: string) => text.replace(/[\\`*_~|<>[\]#]/g, '\\$&');

export function findWebhookKind(): WebhookKind {
  const { ALERT_WEBHOOK_KIND, ALERT_WEBHOOK_URL = '' } = getEnv();
  const { hostname } = new URL(ALERT_WEBHOOK_URL);
  const isHost = (host: string) => `.${hostname}`.endsWith(`.${host}`);
  const known = WEBHOOK_KINDS.find((kind) => RECEIVERS[kind].hosts.some(isHost));
  return ALERT_WEBHOOK_KIND ?? known ?? 'json';
}

export function buildWebhookRequest(message: AlertMessage): { url: string; body: object } {
  const url = new URL(getEnv().ALERT_WEBHOOK_URL ?? '');
  const { write, isPostedToRoot } = RECEIVERS[findWebhookKind()];
  const body = write(message, url);
  // The query may hold an access token.
  return { url: isPostedToRoot ? `${url.origin}/${url.search}` : url.href, body };
}
