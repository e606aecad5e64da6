/** @jest-environment node */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createWebhookReply } from '@/__tests__/support/webhook-receivers';
import { sendMessage } from '@/lib/server/notify/alert-channels';
import { formatAlert } from '@/lib/server/notify/alert-messages';
import { listen } from '../../../../local/ports';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const subject = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
const alerts = [
  ['prospect-visited', { prospects: 1 }, 'A prospect has opened the personal page.'],
  [
    'prospect-called',
    { prospects: 1, seconds: 84, ended: 'visitor', rating: 5 },
    'A prospect has called: 1 min 24 s, ended by the prospect, rated 5 of 5.',
  ],
] as const;
const receivers = ['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const;

let received: string[];
const server = createServer(async (request, response) => {
  received.push(await text(request));
  response.end('ok');
});
let url: string;
beforeAll(async () => void (url = `http://127.0.0.1:${await listen(server)}/topic`));
afterAll(() => void server.close());
beforeEach(() => {
  received = [];
  changeSettings({ SUPABASE_URL: 'https://abcdefgh.supabase.co', ALERT_WEBHOOK_URL: url });
});

describe.each(alerts)('%s', (kind, facts, sentence) => {
  test.each(receivers)('is shown by %s with a link to the row', async (receiver) => {
    changeSettings({ ALERT_WEBHOOK_KIND: receiver });
    const missing = ['webhook' as const];
    const message = formatAlert({ id: 'id', kind, subject, facts, missing, address: null });
    expect(await sendMessage('webhook', message)).toEqual({ ok: true });
    const [body = ''] = received;
    const { status, shown } = createWebhookReply(receiver, body);
    expect(status).toBeLessThan(300);
    expect(shown).toContain(sentence);
    expect(shown).toContain(`Prospect ${subject}`);
    const query = `from%20%22decisionMakers%22%20where%20id%20%3D%20%27${subject}%27`;
    expect(body).toContain(query);
    expect(body).not.toMatch(/Open the request/);
    if (receiver === 'teams') expect(body).toContain('Open the prospect');
  });
});
