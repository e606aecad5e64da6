import { sendDueAlerts } from '@/lib/server/notify/alerts';
import { finishOpenWork } from '@/lib/server/shared-state';
import type { Channel, ClaimedAlert } from '@/lib/server/database/results';
import { createAnswer, createRefusal, type SentQuery } from '../database/database-answers';
import { installFakeClock } from '../fake-clock';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';
import { connectReceivers, refuseMail, setUpChannels } from './fake-receivers';

provideSettings();
const logged = collectLogLines();
const refused = () => new Response('', { status: 500 });
const sayWait = (seconds: number) =>
  new Response('', { status: 429, headers: { 'retry-after': String(seconds) } });
const breakOff = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'x' } }));

const alert = (id: string, missing: Channel[] = ['webhook'], kind = 'request'): ClaimedAlert => ({
  id,
  kind: kind as 'request',
  missing,
  subject: null,
  address: 'eva@visitor.example',
  facts: { service: 'other' },
});
const createAlerts = (count: number, missing?: Channel[], kind?: string) =>
  Array.from({ length: count }, (_, n) => alert(`a${n}`, missing, kind));

beforeEach(() => setUpChannels());

/** Connects receivers, and a database that returns these alerts, one for each claim. */
const connectOutbox = (...alerts: ClaimedAlert[]) =>
  connectReceivers(({ table }) =>
    createAnswer(table === 'rpc/claim_alert' ? alerts.splice(0, 1) : null),
  );
const listBodies = (sent: SentQuery[], name: string) =>
  sent.filter(({ table }) => table === name).map(({ body }) => body);
const listSettled = ({ sent }: { sent: SentQuery[] }) => listBodies(sent, 'rpc/settle_alert');
const listClaimed = ({ sent }: { sent: SentQuery[] }) =>
  listBodies(sent, 'rpc/claim_alert').map((body) => (body as { channels: Channel[] }).channels);
const ALL = ['webhook', 'mail', 'visitor'];

test('sends what is due over each missing channel, then marks it', async () => {
  const receivers = connectOutbox(alert('a', ['webhook', 'mail']), alert('b'));
  await sendDueAlerts();
  expect(listClaimed(receivers)[0]).toEqual(ALL);
  expect(receivers.received.map(({ channel, id }) => `${id} ${channel}`)).toEqual([
    ...['a webhook', 'a mail', 'b webhook'],
  ]);
  expect(listSettled(receivers)).toEqual([
    { id: 'a', taken: ['webhook', 'mail'], again: false, seconds: null },
    { id: 'b', taken: ['webhook'], again: false, seconds: null },
  ]);
  expect(logged).toEqual([]);
});

test('lets a server rest that has failed three times in a row, until the next pass', async () => {
  const receivers = connectOutbox(...createAlerts(5, ['webhook', 'mail']));
  receivers.answerMail = refuseMail;
  await sendDueAlerts();
  expect(listClaimed(receivers).slice(0, 4)).toEqual([ALL, ALL, ALL, ['webhook']]);
  const line = { level: 'warn', kind: 'request', channel: 'mail', failure: 'CONN ECONNREFUSED' };
  expect(logged[0]).toMatchObject({ ...line, msg: 'alert not delivered' });
  await sendDueAlerts();
  expect(listClaimed(receivers).at(-1)).toEqual(ALL);
});

test('visitors without a mailbox do not keep mails from others', async () => {
  const receivers = connectOutbox(...createAlerts(5, ['visitor'], 'acknowledgement'));
  receivers.answerMail = () => refuseMail({ command: 'RCPT TO', responseCode: 550 });
  await sendDueAlerts();
  expect(receivers.listFrom('visitor')).toHaveLength(5);
  expect(listClaimed(receivers)).toEqual(Array(6).fill(ALL));
});

test('waits as told, over that channel only, and then goes on by itself', async () => {
  changeSettings({ ALERT_SMTP_URL: undefined });
  installFakeClock();
  const receivers = connectOutbox(...createAlerts(2));
  receivers.answerWebhook = () => sayWait(7);
  await sendDueAlerts();
  expect(listSettled(receivers)).toEqual([{ id: 'a0', taken: [], again: true, seconds: 7 }]);
  await jest.advanceTimersByTimeAsync(6_999);
  await sendDueAlerts();
  expect(receivers.received).toHaveLength(1);
  receivers.answerWebhook = () => new Response('ok');
  await jest.advanceTimersByTimeAsync(101);
  expect(receivers.received).toHaveLength(2);
});

test('sends mails while the receiver of the webhook wants us to wait', async () => {
  const receivers = connectOutbox(alert('a'));
  receivers.answerWebhook = () => sayWait(7);
  await sendDueAlerts();
  expect(listClaimed(receivers)).toEqual([ALL, ['mail', 'visitor']]);
});

test('begins no other alert once the server stops', async () => {
  const receivers = connectOutbox(alert('a'), alert('b'));
  receivers.answerWebhook = () => {
    void finishOpenWork();
    return new Response('ok');
  };
  await sendDueAlerts();
  expect(listSettled(receivers)).toHaveLength(1);
});

type Answers = Partial<Pick<ReturnType<typeof connectReceivers>, 'answerMail' | 'answerWebhook'>>;
const thanks = alert('a', ['visitor'], 'acknowledgement');
const both = alert('a', ['webhook', 'mail']);
const noMailbox = () => refuseMail({ command: 'RCPT TO', responseCode: 550 });
const refuseOne = async () => ({ accepted: ['a@b.example'], rejected: ['c@b.example'] });
const failed = { answerMail: refuseMail, answerWebhook: refused };

test.each<[what: string, due: ClaimedAlert, answers: Answers, settled: object[]]>([
  // `claim_alert` has marked an acknowledgement, so that nothing can repeat it.
  ['an acknowledgement that was taken', thanks, {}, []],
  ['an acknowledgement without a mailbox', thanks, { answerMail: noMailbox }, []],
  ['an acknowledgement that was not taken', thanks, failed, [{ taken: [], again: true }]],
  ['an alert that was not taken', both, failed, [{ taken: [], again: true }]],
  [
    'an alert that may have arrived',
    both,
    { ...failed, answerWebhook: breakOff },
    [{ taken: [], again: false }],
  ],
  [
    'an alert for which one receiver has told a wait',
    both,
    { ...failed, answerWebhook: () => sayWait(3600) },
    [{ taken: [], again: true, seconds: 60 }],
  ],
  [
    'an alert that one of two mailboxes took',
    alert('a', ['mail']),
    { answerMail: refuseOne },
    [{ taken: ['mail'], again: false }],
  ],
])('%s is repeated or not', async (_what, due, answers, settled) => {
  const receivers = Object.assign(connectOutbox(due), answers);
  await sendDueAlerts();
  expect(receivers.received).toHaveLength(due.missing.length);
  expect(listSettled(receivers)).toMatchObject(settled);
  expect(logged.length > 0).toBe('answerMail' in answers);
  expect(JSON.stringify(logged)).not.toMatch(/\.example/);
});

test('runs one pass at a time, and looks again for what was written during it', async () => {
  const receivers = connectOutbox(alert('a'), alert('b'));
  let release: () => void = () => undefined;
  receivers.answerWebhook = () =>
    new Promise((resolve) => (release = () => resolve(new Response('ok'))));
  const first = sendDueAlerts();
  expect(sendDueAlerts()).toBe(first);
  await new Promise(setImmediate);
  void sendDueAlerts();
  expect(listClaimed(receivers)).toHaveLength(1);
  receivers.answerWebhook = () => new Response('ok');
  release();
  await first;
  expect(listClaimed(receivers)).toHaveLength(3);
  expect(listSettled(receivers)).toHaveLength(2);
});

test.each([
  [
    'refuses',
    () => createRefusal('XX000', 'eva@example.com', 500)(),
    { level: 'warn', code: 'XX000', status: 500, msg: 'due alerts could not be read' },
  ],
  [
    'returns an unknown alert',
    () => createAnswer([alert('a', ['webhook'], 'new')]),
    { level: 'error', error: 'TypeError', msg: 'alert not sent' },
  ],
])('ends the pass and logs when the database %s', async (_what, reply, line) => {
  const { received } = connectReceivers(reply);
  await sendDueAlerts();
  expect(received).toEqual([]);
  expect(logged).toMatchObject([line]);
});
