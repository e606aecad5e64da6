/** @jest-environment node */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createWebhookReply } from '@/__tests__/support/webhook-receivers';
import type { AlertFacts } from '@/lib/server/database/results';
import { sendMessage } from '@/lib/server/notify/alert-channels';
import { formatAlert } from '@/lib/server/notify/alert-messages';
import {
  type AlertReceiver,
  type Mail,
  startAlertReceiver,
} from '../../../../local/alerts/alert-receiver';
import { listen } from '../../../../local/ports';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const days = { from: '2026-11-16', to: '2026-11-22' };
const week = { visits: 120, calls: 1, requests: 3, answered: 2, prospects: 4, open: 1 };
const before = { visits_before: 98, calls_before: 5, requests_before: 0, answered_before: 1 };
const facts = { ...days, ...week, ...before, prospects_before: 2 };
const sentence = 'Last week: 120 visits, 1 call, 3 requests (the week before: 98, 5, 0).';
const lines = `Monday 2026-11-16 to Sunday 2026-11-22, UTC:
Visits: 120 (the week before: 98)
Calls: 1 (the week before: 5)
Requests: 3 (the week before: 0)
Requests answered: 2 (the week before: 1)
Prospects who came: 4 (the week before: 2)
Open requests now: 1`;

const format = (summary: AlertFacts = facts) =>
  formatAlert({
    id: 'id',
    kind: 'weekly-summary',
    subject: null,
    facts: summary,
    missing: ['webhook'],
    address: null,
  });

beforeEach(() => changeSettings({ SUPABASE_URL: 'https://abcdefgh.supabase.co' }));

test('compares the last week with the week before, without a link', () => {
  expect(format()).toEqual({
    id: 'id',
    kind: 'weekly-summary',
    subject: sentence,
    text: lines,
    link: null,
  });
});

test('says nothing of a week before that is not known', () => {
  const { subject, text: figures } = format({ ...days, ...week });
  expect(subject).toBe('Last week: 120 visits, 1 call, 3 requests.');
  expect(figures).toBe(lines.replace(/ \(.+\)/g, ''));
});

test('compares what is known of the week before', () => {
  const { text: figures } = format({ ...days, ...week, ...before });
  expect(figures).toBe(lines.replace('came: 4 (the week before: 2)', 'came: 4'));
});

test('says of a quiet week that nothing happened', () => {
  const none = Object.fromEntries(Object.keys({ ...week, ...before }).map((name) => [name, 0]));
  const { subject } = format({ ...days, ...none });
  expect(subject).toBe('Last week: 0 visits, 0 calls, 0 requests (the week before: 0, 0, 0).');
});

describe('the message', () => {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.end('ok');
  });
  let url: string;
  let mailbox: AlertReceiver;
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(server)}/topic`;
    mailbox = await startAlertReceiver({ port: 0, smtpPort: 0, say: () => undefined });
  });
  afterAll(async () => {
    server.close();
    await mailbox.close();
  });

  test.each(['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const)(
    'is shown by %s, without a link',
    async (receiver) => {
      changeSettings({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KIND: receiver });
      expect(await sendMessage('webhook', format())).toEqual({ ok: true });
      const body = received.at(-1) ?? '';
      const { status, shown } = createWebhookReply(receiver, body);
      expect(status).toBeLessThan(300);
      expect(shown).toBe(`${sentence}\n${lines}`);
      expect(body).not.toMatch(/supabase\.com|OpenUrl|click/);
    },
  );

  test('comes by mail', async () => {
    changeSettings({ ALERT_SMTP_URL: mailbox.smtpUrl, ALERT_MAIL_TO: 'owner@callwright.example' });
    expect(await sendMessage('mail', format())).toEqual({ ok: true });
    const response = await fetch(`${mailbox.url}/mails`);
    const mails = (await response.json()) as Mail[];
    expect(mails).toMatchObject([{ to: ['owner@callwright.example'], subject: sentence }]);
    expect(mails[0]?.text.trim()).toBe(`${sentence}\n\n${lines}`);
  });
});
