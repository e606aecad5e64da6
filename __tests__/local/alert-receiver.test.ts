/** @jest-environment node */
import { createTransport } from 'nodemailer';
import { type AlertReceiver, startAlertReceiver } from '@/local/alert-receiver';

let receiver: AlertReceiver;
let messages: string[];
beforeEach(async () => {
  messages = [];
  const say = (text: string) => void messages.push(text);
  receiver = await startAlertReceiver(say);
});
afterEach(() => receiver.close());

const list = async (what: string) =>
  (await (await fetch(`${receiver.url}/${what}`)).json()) as unknown[];
const alert = { id: 'a', kind: 'request', text: 'New request.', link: null };
const postToWebhook = (body: string) => fetch(`${receiver.url}/webhook`, { method: 'POST', body });

test('shows and keeps an alert', async () => {
  expect((await postToWebhook(JSON.stringify(alert))).status).toBe(200);
  expect(await list('alerts')).toEqual([alert]);
  expect(messages).toEqual(['Alert (request)\nNew request.']);
});

test.each(['text=1', '[]', 'null', '{"text":"New request."}', '{"content":"New request."}'])(
  'refuses a body that is not an alert: %s',
  async (body) => {
    expect((await postToWebhook(body)).status).toBe(400);
    expect(await list('alerts')).toEqual([]);
    expect(messages).toEqual([]);
  },
);

test('shows and keeps a mail decoded', async () => {
  const address = `https://booking.example/${'x'.repeat(100)}`;
  await createTransport({ url: receiver.smtpUrl }).sendMail({
    messageId: '<a@site.example>',
    from: 'Site <site@site.example>',
    to: ['eva@mail.example', 'jan@mail.example'],
    subject: 'Děkujeme',
    text: `Dobrý den,\n\n${address}`,
  });
  expect(await list('mails')).toEqual([
    {
      id: '<a@site.example>',
      from: 'site@site.example',
      to: ['eva@mail.example', 'jan@mail.example'],
      subject: 'Děkujeme',
      text: `Dobrý den,\n\n${address}\n`,
    },
  ]);
  expect(messages).toEqual([
    `Mail to eva@mail.example, jan@mail.example: Děkujeme\nDobrý den,\n\n${address}`,
  ]);
});
