import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { site } from '@/lib/content/site';
import { getEnv } from '@/lib/server/env';
import { listen } from '../../../../local/ports';
import { findRandomFreePort } from '../../../../scripts/test/test-site';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const OPERATOR = 'owner@callwright.example';
const VISITOR = 'eva@visitor.example';
const message: AlertMessage = {
  id: '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11',
  kind: 'request',
  subject: 'New request: CRM Integrations.',
  link: 'https://supabase.com/dashboard/project/abc/sql/new',
};
const delivered = { outcome: 'taken' };
const toVisitor: AlertMessage = { ...message, text: 'Thank you.', link: null, to: VISITOR };

let closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

test.each([
  [{}, []],
  [{ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' }, ['webhook']],
  [{ ALERT_SMTP_URL: 'smtp://mail.example', ALERT_MAIL_TO: OPERATOR }, ['mail', 'visitor']],
])('%j sets up %j', (settings, expected) => {
  changeSettings(settings);
  expect(listChannels()).toEqual(expected);
});

// `alert-webhook.test.ts` has what each receiver gets.
describe('a webhook', () => {
  type WebhookRequest = { headers: Record<string, string>; raw: string };
  async function startWebhook(answer: RequestListener): Promise<WebhookRequest[]> {
    const received: WebhookRequest[] = [];
    const server = createHttpServer(async (request, response) => {
      const headers = request.headers as Record<string, string>;
      received.push({ headers, raw: await text(request) });
      answer(request, response);
    });
    changeSettings({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${await listen(server)}/secret` });
    closing.push(() => (server.closeAllConnections(), server.close()));
    return received;
  }
  const respond =
    (code: number, headers = {}): RequestListener =>
    (_, response) =>
      void response.writeHead(code, headers).end('ok');
  const KEY = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const verify = (key: string, body: string, headers: Record<string, string>) =>
    new Webhook(key).verify(body, headers);

  test.each([
    ['without a secret', {}],
    ['for a format of its own', { ALERT_WEBHOOK_KIND: 'slack', ALERT_WEBHOOK_SECRET: KEY }],
  ] as const)('gets JSON, which is not signed %s', async (_what, settings) => {
    const received = await startWebhook(respond(204));
    changeSettings(settings);
    expect(await sendMessage('webhook', message)).toEqual(delivered);
    const [{ headers, raw } = { headers: {}, raw: '' }] = received;
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse(raw)).toMatchObject({ text: `${message.subject}\n${message.link}` });
  });

  test.each([`whsec_${KEY}`, KEY])('gets a signature that verifies with %s', async (secret) => {
    const received = await startWebhook(respond(200));
    changeSettings({ ALERT_WEBHOOK_SECRET: secret });
    await sendMessage('webhook', { ...message, text: 'Příliš žluťoučký kůň “…” \u2028 😀' });
    const [{ headers, raw } = { headers: {}, raw: '' }] = received;
    expect(verify(secret, raw, headers)).toEqual(JSON.parse(raw));
    expect(headers['webhook-id']).toBe(message.id);
    expect(() => verify(KEY.toLowerCase(), raw, headers)).toThrow('No matching signature found');
    expect(() => verify(secret, `${raw} `, headers)).toThrow();
    for (const changed of [{ 'webhook-id': 'another' }, { 'webhook-timestamp': '1' }])
      expect(() => verify(secret, raw, { ...headers, ...changed })).toThrow();
  });

  test.each([400, 500, 307])('fails with status %i, and is not redirected', async (code) => {
    const received = await startWebhook(respond(code, { location: '/other' }));
    const failed = { outcome: 'refused', failure: `status ${code}` };
    expect(await sendMessage('webhook', message)).toMatchObject(failed);
    expect(received).toHaveLength(1);
  });

  const formatDate = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  test.each<[string, number, number?]>([
    ['7', 7],
    ['0.3', 1],
    ['0', 0],
    ['9999999', 86_400],
    // A date has whole seconds.
    [formatDate(3600), 3600, 60],
    [formatDate(-90), 0],
    ['soon', 0],
  ])('that says Retry-After %s is told after %i s', async (value, seconds, late = 0) => {
    await startWebhook(respond(429, { 'retry-after': value }));
    const { waitSeconds = 0 } = await sendMessage('webhook', message);
    expect(waitSeconds).toBeLessThanOrEqual(seconds);
    expect(waitSeconds).toBeGreaterThanOrEqual(seconds - late);
  });

  test('may have the message when the connection breaks, but not if it is refused', async () => {
    await startWebhook((request) => void request.socket.destroy());
    const broken = { outcome: 'maybe', failure: 'UND_ERR_SOCKET' };
    expect(await sendMessage('webhook', message)).toEqual(broken);
    changeSettings({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${await findRandomFreePort()}/secret` });
    const refused = { outcome: 'refused', failure: 'ECONNREFUSED' };
    expect(await sendMessage('webhook', message)).toEqual(refused);
  });

  test('has half a minute to answer, and may have the message after it', async () => {
    const expired = AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(expired);
    await startWebhook(() => undefined);
    const late = { outcome: 'maybe', failure: 'timeout' };
    expect(await sendMessage('webhook', message)).toEqual(late);
    expect(deadline).toHaveBeenCalledWith(30_000);
  });
});

describe('mail', () => {
  type Received = { from: string; to: string[]; head: string; body: string };
  const setMailServer = (url: string) =>
    changeSettings({ ALERT_SMTP_URL: url, ALERT_MAIL_TO: OPERATOR });

  /** A real mail server of this process. */
  async function startMailServer(options: SMTPServerOptions = {}): Promise<Received[]> {
    const received: Received[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      logger: false,
      onData: (stream, { envelope }, done) => {
        void text(stream).then((raw) => {
          const [head = '', ...body] = raw.replaceAll('\r\n', '\n').split('\n\n');
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          received.push({ from, to, head, body: body.join('\n\n') });
          done();
        });
      },
      ...options,
    });
    // A client that does not trust the certificate breaks off.
    server.on('error', () => undefined);
    setMailServer(`smtp://127.0.0.1:${await listen(server.server)}`);
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return received;
  }

  /** With the test server's own, unsigned certificate. */
  const SELF_SIGNED = { disabledCommands: [] } satisfies SMTPServerOptions;
  const createSmtpError = (responseCode: number, text = 'no') =>
    Object.assign(new Error(text), { responseCode });
  const readSmtpPort = () => new URL(getEnv().ALERT_SMTP_URL ?? '').port;

  test('reaches each operator from the site’s address, with a stable id', async () => {
    const received = await startMailServer();
    const to = [OPERATOR, 'second@callwright.example'];
    changeSettings({ ALERT_MAIL_TO: to.join(', ') });
    expect(await sendMessage('mail', message)).toEqual(delivered);
    expect(received).toMatchObject([{ from: site.contactMail, to }]);
    const [{ head, body } = { head: '', body: '' }] = received;
    // The brand may be encoded, and folded into lines.
    for (const header of ['From', 'Reply-To'])
      expect(head).toMatch(new RegExp(`^${header}: [^:]+ <${site.contactMail}>`, 'm'));
    expect(head).toContain(`Subject: ${message.subject}`);
    expect(head).toContain(`Message-ID: <${message.id}@callwright.example>`);
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).toContain('Content-Type: text/plain');
    expect(body).toContain(message.subject);
    expect(body).toContain(message.link);
  });

  test('to a visitor has one recipient and is marked as automatic', async () => {
    const received = await startMailServer();
    expect(await sendMessage('visitor', toVisitor)).toEqual(delivered);
    expect(received).toMatchObject([{ to: [VISITOR], body: 'Thank you.\n' }]);
    expect(received[0]?.head).toContain('Auto-Submitted: auto-replied');
    await sendMessage('visitor', { ...toVisitor, to: 'x,victim@other.example' });
    expect(received).toHaveLength(2);
    expect(received.flatMap(({ to }) => to)).not.toContain('victim@other.example');
  });

  const refuse = (code: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
    done(createSmtpError(code));
  const refuseText: SMTPServerOptions['onData'] = (stream, _session, done) =>
    stream.resume().on('end', () => done(createSmtpError(554)));
  test.each<[failure: string, options: SMTPServerOptions]>([
    ['RCPT TO 550', { onRcptTo: refuse(550) }],
    ['RCPT TO 450', { onRcptTo: refuse(450) }],
    ['MAIL FROM 550', { onMailFrom: refuse(550) }],
    // Postfix and Exchange refuse a sender so.
    ['RCPT TO 553', { onRcptTo: refuse(553) }],
    ['DATA 554', { onData: refuseText }],
  ])('refused says %s, which is final if a visitor has no mailbox', async (failure, options) => {
    await startMailServer(options);
    const outcome = failure === 'RCPT TO 550' ? 'never' : 'refused';
    expect(await sendMessage('visitor', toVisitor)).toEqual({ outcome, failure });
    expect(await sendMessage('mail', message)).toEqual({ outcome: 'refused', failure });
  });

  test('that one of two mailboxes refuses says so', async () => {
    const received = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? createSmtpError(550) : null),
    });
    changeSettings({ ALERT_MAIL_TO: `gone@callwright.example, ${OPERATOR}` });
    const failure = 'refused by 1 of 2 mailboxes';
    expect(await sendMessage('mail', message)).toEqual({ outcome: 'taken', failure });
    expect(received).toMatchObject([{ to: [OPERATOR] }]);
  });

  test.each([
    ['jan%40firma.cz', '2024%23Heslo%2F%3F%40%3A%25%5C%20+', 'jan@firma.cz', '2024#Heslo/?@:%\\ +'],
    ['jan', 'příliš-$&!~', 'jan', 'příliš-$&!~'],
  ])('logs in as %s with %s decoded, or names the refusal', async (user, password, ...login) => {
    const logins: unknown[] = [];
    await startMailServer({
      ...SELF_SIGNED,
      onAuth: ({ username, password }, _session, done) => {
        logins.push([username, password]);
        done(logins.length > 1 ? createSmtpError(535, 'user@b.example') : null, { user: 1 });
      },
    });
    setMailServer(`smtp://${user}:${password}@127.0.0.1:${readSmtpPort()}`);
    expect(await sendMessage('mail', message)).toEqual(delivered);
    const failure = expect.stringMatching(/^AUTH \w+ 535$/) as string;
    expect(await sendMessage('mail', message)).toMatchObject({ outcome: 'refused', failure });
    expect(logins).toEqual([login, login]);
  });

  const DEMANDED = '?tls.rejectUnauthorized=true';
  test.each<[what: string, url: string, options: SMTPServerOptions, isAccepted: boolean]>([
    ['accepted on this machine', 'smtp://127.0.0.1', {}, true],
    ['accepted by its name, with TLS from the start', 'smtps://localhost', { secure: true }, true],
    ['refused on this machine if demanded', `smtp://127.0.0.1 ${DEMANDED}`, {}, false],
    // Also leads to this machine, but does not say so.
    ['refused elsewhere', 'smtp://0.0.0.0', {}, false],
    ['accepted elsewhere if allowed', 'smtp://0.0.0.0 ?tls.rejectUnauthorized=false', {}, true],
  ])('an unsigned certificate is %s', async (_what, url, options, isAccepted) => {
    const received = await startMailServer({ ...SELF_SIGNED, ...options });
    const [host, query = ''] = url.split(' ');
    setMailServer(`${host}:${readSmtpPort()}${query}`);
    const refused = { outcome: 'refused', failure: expect.stringContaining('CERT') as string };
    expect(await sendMessage('mail', message)).toMatchObject(isAccepted ? delivered : refused);
    expect(received).toHaveLength(Number(isAccepted));
  });

  /** A server that greets unless it should say nothing, and gets what each client says. */
  type Serve = (socket: Socket, said: string) => void;
  async function startRawServer(serve: Serve, greeting = '220 a ESMTP\r\n') {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.write(greeting);
      socket.on('data', (data) => serve(socket, String(data)));
    });
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return listen(server);
  }

  test.each([
    ['no password to a server without encryption', '', /STARTTLS/, /AUTH|secret|c2VjcmV0/],
    ['it where the address says ignoreTLS=true', '?ignoreTLS=true', /AUTH/, /STARTTLS/],
  ])('sends %s', async (_what, query, expected, forbidden) => {
    const said: string[] = [];
    const port = await startRawServer((socket, line) => {
      said.push(line);
      socket.write(said.length === 1 ? '250-mail.example\r\n250 AUTH LOGIN\r\n' : '500 no\r\n');
    });
    setMailServer(`smtp://user:secret@127.0.0.1:${port}${query}`);
    expect(await sendMessage('mail', message)).toMatchObject({ outcome: 'refused' });
    expect(said.join('')).toMatch(expected);
    expect(said.join('')).not.toMatch(forbidden);
  });

  test('fails without a greeting in time', async () => {
    const port = await startRawServer(() => undefined, '');
    setMailServer(`smtp://127.0.0.1:${port}?connectionTimeout=100`);
    const failed = { outcome: 'refused', failure: 'CONN ETIMEDOUT' };
    expect(await sendMessage('mail', message)).toMatchObject(failed);
  });

  test.each<[what: string, answer: (socket: Socket) => unknown, outcome: string]>([
    ['never answers', () => undefined, 'maybe'],
    ['breaks off', (socket) => socket.destroy(), 'maybe'],
    ['refuses', (socket) => socket.write('451 later\r\n'), 'refused'],
  ])('may have arrived when a server %s once it has the text', async (_, answer, outcome) => {
    let text: string | undefined;
    const port = await startRawServer((socket, line) => {
      if (text === undefined) {
        if (line.startsWith('DATA')) text = '';
        return void socket.write(text === '' ? '354 go on\r\n' : '250 ok\r\n');
      }
      text += line;
      if (text.endsWith('\r\n.\r\n')) answer(socket);
    });
    // A busy machine must not take the refusal for silence.
    const socketTimeout = outcome === 'refused' ? 30_000 : 1_000;
    setMailServer(`smtp://127.0.0.1:${port}?socketTimeout=${socketTimeout}`);
    const delivery = await sendMessage('mail', message);
    expect(delivery).toMatchObject({ outcome });
    expect(delivery.failure).toMatch(/^(CONN \w+|DATA 451)$/);
  });
});
