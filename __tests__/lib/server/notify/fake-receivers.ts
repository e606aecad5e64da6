import Mailer from 'nodemailer/lib/mailer';
import type { Channel } from '@/lib/server/database/results';
import { connectDatabase } from '../database/database-answers';
import { changeSettings } from '../settings';

type Mail = { messageId: string; subject: string; text: string; to: string | { address: string } };
type Reply = NonNullable<Parameters<typeof connectDatabase>[0]>;
type Received = { channel: Channel; id: string; text: string };

/** Sets up each channel, or none. */
export const setUpChannels = (isOn = true) =>
  changeSettings({
    ALERT_WEBHOOK_URL: isOn ? 'https://hooks.example/secret' : undefined,
    ALERT_SMTP_URL: isOn ? 'smtp://mail.example' : undefined,
    ALERT_MAIL_TO: isOn ? 'owner@callwright.example' : undefined,
  });

const takeMail = async () => ({ accepted: ['a@b.example'], rejected: [] as string[] });
/** What nodemailer throws when the mail server refuses, or cannot be reached. */
export const refuseMail = async (facts: object = { command: 'CONN', code: 'ECONNREFUSED' }) =>
  Promise.reject(Object.assign(new Error('refused'), facts));

/** The receivers of alerts, which take each one unless told otherwise, next to a database. */
export function connectReceivers(database: Reply) {
  const received: Received[] = [];
  const receivers = {
    received,
    listFrom: (channel: Channel) => received.filter((each) => each.channel === channel),
    answerWebhook: (): Response | Promise<Response> => new Response('ok'),
    answerMail: takeMail,
    /** What was asked of the database. */
    sent: connectDatabase((sent, nth): ReturnType<Reply> => {
      if (sent.table !== '/secret') return database(sent, nth);
      received.push({ channel: 'webhook', ...(sent.body as Omit<Received, 'channel'>) });
      return receivers.answerWebhook();
    }),
  };
  jest.spyOn(Mailer.prototype, 'sendMail').mockImplementation((mail) => {
    const { messageId, subject, text, to } = mail as Mail;
    const channel = typeof to === 'string' ? 'mail' : 'visitor';
    const [, id = ''] = /^<(.*)@/.exec(messageId) ?? [];
    received.push({ channel, id, text: `${subject}\n${text}` });
    return receivers.answerMail();
  });
  return receivers;
}
