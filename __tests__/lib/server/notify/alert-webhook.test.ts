/** @jest-environment node */
import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { findWebhookKind, buildWebhookRequest } from '@/lib/server/notify/alert-webhook';
import { site } from '@/lib/content/site';
import { WEBHOOK_KINDS, type WebhookKind } from '@/lib/settings/rules';
import { createWebhookReply } from '@/__tests__/support/webhook-receivers';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const link = 'https://supabase.com/dashboard/project/abc/sql/new?content=select%20a%3B';
const message: AlertMessage = {
  id: '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11',
  kind: 'request',
  subject: 'New request: CRM Integrations.',
  text: 'Request 5f0c7a11',
  link,
};
const words = `${message.subject}\n${message.text}`;
const ADDRESS = 'https://hooks.example/secret/topic-1?auth=token';

const setWebhook = (url: string, kind?: WebhookKind) =>
  changeSettings({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KIND: kind });
function buildBodyFor<Body>(kind: WebhookKind, more: Partial<AlertMessage> = {}): Body {
  setWebhook(ADDRESS, kind);
  return buildWebhookRequest({ ...message, ...more }).body as Body;
}
const createReceiptFor = (kind: WebhookKind, more?: Partial<AlertMessage>) =>
  createWebhookReply(kind, JSON.stringify(buildBodyFor(kind, more)));

test.each<[string, WebhookKind]>([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://HOOKS.SLACK.COM/services/T0/B0/x', 'slack'],
  ['https://hooks.slack-gov.com/services/T0/B0/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://discordapp.com/api/webhooks/1/x', 'discord'],
  ['https://canary.discord.com/api/webhooks/1/x?wait=true', 'discord'],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'google-chat'],
  ['https://prod-161.westeurope.logic.azure.com:443/workflows/a/triggers?sig=s', 'teams'],
  ['https://a1.b2.environment.api.powerplatform.com:443/powerautomate/x?sig=s', 'teams'],
  ['https://contoso.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d', 'teams'],
  ['https://ntfy.sh/our-topic', 'ntfy'],
  ['https://hooks.example/secret', 'json'],
  ['https://mattermost.example/hooks/abc', 'json'],
  ['https://notdiscord.com/api/webhooks/1/x', 'json'],
  ['https://discord.com.example/api/webhooks/1/x', 'json'],
])('recognizes %s as %s', (url, kind) => {
  setWebhook(url);
  expect(findWebhookKind()).toBe(kind);
});

test.each(WEBHOOK_KINDS)('prefers the setting %s to the host', (kind) => {
  for (const url of ['https://discord.com/api/webhooks/1/x', 'https://ntfy.sh/topic']) {
    setWebhook(url, kind);
    expect(findWebhookKind()).toBe(kind);
  }
});

test.each<[WebhookKind, object]>([
  ['slack', { text: `${words}\n${link}` }],
  ['discord', { content: `${words}\n<${link}>`, allowed_mentions: { parse: [] } }],
  ['google-chat', { text: `${words}\n${link}` }],
  [
    'teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.2',
            body: [
              { type: 'TextBlock', wrap: true, text: message.subject },
              { type: 'TextBlock', wrap: true, text: message.text },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in Supabase', url: link }],
          },
        },
      ],
    },
  ],
  ['ntfy', { topic: 'topic-1', title: site.brand, message: words, click: link }],
  ['json', { id: message.id, kind: 'request', text: `${words}\n${link}`, link }],
])('%s gets its own format', (kind, body) => {
  expect(buildBodyFor(kind)).toEqual(body);
});

test.each(WEBHOOK_KINDS)('%s shows an alert with and without text and link', (kind) => {
  for (const more of [{}, { link: null }, { link: null, text: '' }]) {
    const { status, shown } = createReceiptFor(kind, more);
    expect(status).toBeLessThan(300);
    expect(shown).toContain(message.subject);
    if (!('text' in more)) expect(shown).toContain(message.text);
  }
});

test.each([
  ['discord', 400, null],
  ['google-chat', 400, null],
  ['ntfy', 400, null],
  ['teams', 202, null],
] as const)('%s answers our own format with %i and shows nothing', (kind, status, shown) => {
  const ours = JSON.stringify(buildBodyFor('json'));
  expect(createWebhookReply(kind, ours)).toMatchObject({ status, shown });
});

test('ntfy gets JSON at its root, with the access token of the query', () => {
  setWebhook('https://ntfy.example/topic-1/?auth=token', 'ntfy');
  const url = 'https://ntfy.example/?auth=token';
  expect(buildWebhookRequest(message)).toMatchObject({ url, body: { topic: 'topic-1' } });
});

test.each(WEBHOOK_KINDS.filter((kind) => kind !== 'ntfy'))(
  '%s is called at its own address',
  (kind) => {
    setWebhook(ADDRESS, kind);
    expect(buildWebhookRequest(message).url).toBe(ADDRESS);
  },
);

test.each(WEBHOOK_KINDS)('%s shows formatting of the owner’s words as written', (kind) => {
  const text = 'R&D <3 *b* _i_ ~s~ `c` [a](b) #1 &amp;';
  expect(createReceiptFor(kind, { text }).shown).toContain(text);
});
