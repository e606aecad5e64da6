import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { findWebhookKind, buildWebhookRequest } from '@/lib/server/notify/alert-webhook';
import { site } from '@/lib/content/site';
import { WEBHOOK_KINDS, type WebhookKind } from '@/lib/settings/rules';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const link = 'https://supabase.com/dashboard/project/abc/sql/new?content=select%20a%3B';
const message: AlertMessage = {
  id: '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11',
  kind: 'request',
  subject: 'New request: CRM Integrations.',
  text: 'R&D <3 *b* _i_ ~s~ `c` [a](b) #1 &amp;',
  link,
};
const ADDRESS = 'https://hooks.example/secret/topic-1?auth=token';

const setWebhook = (url: string, kind?: WebhookKind) =>
  changeSettings({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KIND: kind });

test.each<[string, WebhookKind]>([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://hooks.slack-gov.com/services/T0/B0/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://canary.discord.com/api/webhooks/1/x?wait=true', 'discord'],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'google-chat'],
  ['https://prod-161.westeurope.logic.azure.com:443/workflows/a/triggers?sig=s', 'teams'],
  ['https://ntfy.sh/our-topic', 'ntfy'],
  ['https://hooks.example/secret', 'json'],
  ['https://notdiscord.com/api/webhooks/1/x', 'json'],
  ['https://discord.com.example/api/webhooks/1/x', 'json'],
])('recognizes %s as %s', (url, kind) => {
  setWebhook(url);
  expect(findWebhookKind()).toBe(kind);
});

test.each(WEBHOOK_KINDS)('prefers the setting %s to the host', (kind) => {
  setWebhook('https://discord.com/api/webhooks/1/x', kind);
  expect(findWebhookKind()).toBe(kind);
});

const words = `${message.subject}\n${message.text}`;
const escaped = String.raw`R&D \<3 \*b\* \_i\_ \~s\~ \`c\` \[a\](b) \#1 &amp;`;
const card = (text: string) => ({ type: 'TextBlock', wrap: true, text });
test.each<[WebhookKind, object]>([
  [
    'slack',
    { text: `${message.subject}\nR&amp;D &lt;3 *b* _i_ ~s~ \`c\` [a](b) #1 &amp;amp;\n${link}` },
  ],
  [
    'discord',
    { content: `${message.subject}\n${escaped}\n<${link}>`, allowed_mentions: { parse: [] } },
  ],
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
            body: [card(message.subject), card(escaped)],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in Supabase', url: link }],
          },
        },
      ],
    },
  ],
  ['ntfy', { topic: 'topic-1', title: site.brand, message: words, click: link }],
  ['json', { id: message.id, kind: 'request', text: `${words}\n${link}`, link }],
])('%s gets its own format, also without text and link', (kind, body) => {
  setWebhook(ADDRESS, kind);
  expect(buildWebhookRequest(message).body).toEqual(body);
  const short = JSON.stringify(buildWebhookRequest({ ...message, text: '', link: null }).body);
  expect(short).toContain(message.subject);
  expect(short).not.toMatch(/supabase|\\n|<null>|OpenUrl|click/);
});

test.each(WEBHOOK_KINDS)('%s is called at its own address, ntfy at its root', (kind) => {
  setWebhook(ADDRESS, kind);
  const url = kind === 'ntfy' ? 'https://hooks.example/?auth=token' : ADDRESS;
  expect(buildWebhookRequest(message).url).toBe(url);
});
