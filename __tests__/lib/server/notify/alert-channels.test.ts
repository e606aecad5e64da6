/** @jest-environment node */
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { type Delivery, listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { site } from '@/lib/content/site';
import { getEnv } from '@/lib/server/env';
import { WEBHOOK_KINDS } from '@/lib/settings/rules';
import { createWebhookReply } from '@/__tests__/support/webhook-receivers';
import { listen } from '../../../../local/ports';
import { findRandomFreePort } from '../../../../scripts/test/test-site';
import { changeSettings, provideSettings } from '../settings';

// Other names may need quotes or an encoding in the head of a mail.
jest.mock('@/lib/content/site', () => {
  const actual = jest.requireActual<{ site: object }>('@/lib/content/site');
  return { ...actual, site: { ...actual.site, brand: 'Ringwell' } };
});

provideSettings();
const settingNames = [
  ...['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_KIND', 'ALERT_WEBHOOK_SECRET'],
  ...['ALERT_SMTP_URL', 'ALERT_MAIL_TO'],
];
const UNSET = Object.fromEntries(settingNames.map((name) => [name, undefined]));
const OPERATOR = 'owner@callwright.example';
const message: AlertMessage = {
  id: '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11',
  kind: 'request',
  subject: 'New request: CRM Integrations.',
  link: 'https://supabase.com/dashboard/project/abc/sql/new',
};

/** A delivery that may succeed later. */
const createFailure = (failure: unknown, more: object = {}): unknown =>
  expect.objectContaining({ ok: false, failure, ...more });
const isRetried = (delivery: Delivery) => !delivery.ok && !delivery.isFinal;
const expectFailureLike = (failure: RegExp) => createFailure(expect.stringMatching(failure));

let closing: (() => unknown)[] = [];
beforeEach(() => changeSettings(UNSET));
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

describe('a webhook', () => {
  type WebhookRequest = { headers: Record<string, string>; body: unknown; raw: string };
  async function startWebhook(answer: RequestListener): Promise<WebhookRequest[]> {
    const webhookRequests: WebhookRequest[] = [];
    const server: Server = createHttpServer(async (request, response) => {
      const raw = await text(request);
      const headers = request.headers as Record<string, string>;
      webhookRequests.push({ headers, body: JSON.parse(raw) as unknown, raw });
      answer(request, response);
    });
    changeSettings({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${await listen(server)}/secret` });
    closing.push(() => (server.closeAllConnections(), server.close()));
    return webhookRequests;
  }
  const createResponse =
    (code: number, headers = {}): RequestListener =>
    (_, response) =>
      void response.writeHead(code, headers).end('ok');

  test.each([200, 204])('gets id, kind, text and link, and answers with %i', async (code) => {
    const webhookRequests = await startWebhook(createResponse(code));
    expect(await sendMessage('webhook', message)).toEqual({ ok: true });
    const { id, kind, subject, link } = message;
    expect(webhookRequests).toEqual([
      {
        headers: expect.objectContaining({ 'content-type': 'application/json' }) as unknown,
        body: { id, kind, text: `${subject}\n${link}`, link },
        raw: expect.any(String) as unknown,
      },
    ]);
  });

  describe('with a secret', () => {
    const KEY = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const umlauts = { ...message, text: 'Příliš žluťoučký kůň “…” \u2028 😀' };

    test.each([`whsec_${KEY}`, KEY])('is signed, and verified with %s', async (secret) => {
      const webhookRequests = await startWebhook(createResponse(200));
      changeSettings({ ALERT_WEBHOOK_SECRET: secret });
      await sendMessage('webhook', umlauts);
      await sendMessage('webhook', umlauts);
      expect(webhookRequests).toHaveLength(2);
      for (const { raw, headers, body } of webhookRequests) {
        expect(headers['webhook-id']).toBe(message.id);
        expect(new Webhook(secret).verify(raw, headers)).toEqual(body);
        const another = new Webhook(KEY.toLowerCase());
        expect(() => another.verify(raw, headers)).toThrow('No matching signature found');
        for (const changed of [{ 'webhook-id': 'another' }, { 'webhook-timestamp': '1' }])
          expect(() => new Webhook(secret).verify(raw, { ...headers, ...changed })).toThrow();
        expect(() => new Webhook(secret).verify(`${raw} `, headers)).toThrow();
      }
    });

    test('is signed with the time of each try', async () => {
      const webhookRequests = await startWebhook(createResponse(500));
      changeSettings({ ALERT_WEBHOOK_SECRET: KEY });
      const now = jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_999);
      await sendMessage('webhook', message);
      now.mockReturnValue(1_700_000_060_000);
      await sendMessage('webhook', message);
      now.mockRestore();
      const times = webhookRequests.map(({ headers }) => headers['webhook-timestamp']);
      expect(times).toEqual(['1700000000', '1700000060']);
    });

    test.each(WEBHOOK_KINDS.filter((kind) => kind !== 'json'))(
      'of %s is not signed: its receiver has a format of its own',
      async (kind) => {
        const webhookRequests = await startWebhook(createResponse(200));
        changeSettings({ ALERT_WEBHOOK_SECRET: KEY, ALERT_WEBHOOK_KIND: kind });
        await sendMessage('webhook', message);
        expect(webhookRequests[0]?.headers).not.toHaveProperty('webhook-signature');
      },
    );
  });

  test('without a secret is not signed', async () => {
    const webhookRequests = await startWebhook(createResponse(200));
    await sendMessage('webhook', message);
    expect(Object.keys(webhookRequests[0]?.headers ?? {})).not.toContain('webhook-signature');
  });

  test.each(WEBHOOK_KINDS)('of %s accepts and shows the alert', async (kind) => {
    const shown: (string | null)[] = [];
    const webhookRequests = await startWebhook((_, response) => {
      const receipt = createWebhookReply(kind, JSON.stringify(webhookRequests.at(-1)?.body));
      shown.push(receipt.shown);
      response.writeHead(receipt.status).end(receipt.answer);
    });
    changeSettings({ ALERT_WEBHOOK_KIND: kind });
    expect(await sendMessage('webhook', message)).toEqual({ ok: true });
    expect(shown).toEqual([expect.stringContaining(message.subject)]);
  });

  test('gets the text, and null for a missing link', async () => {
    const webhookRequests = await startWebhook(createResponse(200));
    await sendMessage('webhook', { ...message, text: 'More of it.', link: null });
    const text = `${message.subject}\nMore of it.`;
    expect(webhookRequests[0]?.body).toMatchObject({ text, link: null });
  });

  test.each([400, 404, 429, 500])('fails with status %i', async (code) => {
    await startWebhook(createResponse(code));
    expect(await sendMessage('webhook', message)).toEqual(createFailure(`status ${code}`));
  });

  test('is not followed to another host', async () => {
    const elsewhere = await startWebhook(createResponse(200));
    const location = `http://localhost:${new URL(getEnv().ALERT_WEBHOOK_URL ?? '').port}/other`;
    await startWebhook(createResponse(307, { location }));
    expect(await sendMessage('webhook', message)).toMatchObject({ failure: 'status 307' });
    expect(elsewhere).toEqual([]);
  });

  test.each([
    ['7', 7],
    ['0.3', 1],
    ['0', undefined],
    ['9999999', 86_400],
    [() => new Date(Date.now() + 90_000).toUTCString(), 90],
    [() => new Date(Date.now() - 90_000).toUTCString(), undefined],
    ['soon', undefined],
  ])('that answers 429 with Retry-After %s is told so: %p s', async (value, seconds) => {
    const told = typeof value === 'string' ? value : value();
    await startWebhook(createResponse(429, { 'retry-after': told }));
    const delivery = await sendMessage('webhook', message);
    const { waitSeconds } = delivery as { waitSeconds?: number };
    // A date has whole seconds.
    expect(Math.abs((waitSeconds ?? 0) - (seconds ?? 0))).toBeLessThanOrEqual(
      seconds === 90 ? 1 : 0,
    );
  });

  test('may have the message when the connection breaks, but not if it is refused', async () => {
    await startWebhook((request) => void request.socket.destroy());
    const broken = createFailure('UND_ERR_SOCKET', { mayHaveArrived: true });
    expect(await sendMessage('webhook', message)).toEqual(broken);
    changeSettings({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${await findRandomFreePort()}/secret` });
    const refused = createFailure('ECONNREFUSED', { mayHaveArrived: false });
    expect(await sendMessage('webhook', message)).toEqual(refused);
  });

  test('has half a minute to answer, and may have the message after it', async () => {
    const expired = AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(expired);
    await startWebhook(() => undefined);
    const late = createFailure('timeout', { mayHaveArrived: true });
    expect(await sendMessage('webhook', message)).toEqual(late);
    expect(deadline).toHaveBeenCalledWith(30_000);
  });
});

describe('mail', () => {
  type Received = { from: string; to: string[]; head: string; body: string };

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
    const port = await listen(server.server);
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    changeSettings({ ALERT_SMTP_URL: `smtp://127.0.0.1:${port}`, ALERT_MAIL_TO: OPERATOR });
    return received;
  }

  /** With the test server's own, unsigned certificate. */
  const SELF_SIGNED = { disabledCommands: [] } satisfies SMTPServerOptions;
  const VISITOR = 'eva@visitor.example';
  const createSmtpError = (responseCode: number, text = 'no') =>
    Object.assign(new Error(text), { responseCode });
  const readSmtpPort = () => new URL(getEnv().ALERT_SMTP_URL ?? '').port;

  test('reaches the operator from the site’s address, with a stable id', async () => {
    const received = await startMailServer();
    expect(await sendMessage('mail', message)).toEqual({ ok: true });
    await sendMessage('mail', message);
    expect(received).toHaveLength(2);
    for (const { from, to, head, body } of received) {
      expect({ from, to }).toEqual({ from: site.contactMail, to: [OPERATOR] });
      // The brand may be encoded, and folded into lines.
      for (const header of ['From', 'Reply-To'])
        expect(head).toMatch(new RegExp(`^${header}: [^:]+ <${site.contactMail}>`, 'm'));
      expect(head).toContain(`Subject: ${message.subject}`);
      expect(head).toContain(`Message-ID: <${message.id}@callwright.example>`);
      expect(head).toContain('Auto-Submitted: auto-generated');
      expect(head).toContain('Content-Type: text/plain');
      expect(body).toContain(message.subject);
      expect(body).toContain(message.link);
    }
  });

  test('reaches several operators', async () => {
    const received = await startMailServer();
    changeSettings({ ALERT_MAIL_TO: `${OPERATOR}, second@callwright.example` });
    await sendMessage('mail', message);
    expect(received[0]?.to).toEqual([OPERATOR, 'second@callwright.example']);
  });

  test('to a visitor has one recipient and is marked as automatic', async () => {
    const received = await startMailServer();
    const acknowledgement = { ...message, text: 'Thank you.', link: null, to: VISITOR };
    expect(await sendMessage('visitor', acknowledgement)).toEqual({ ok: true });
    expect(received[0]).toMatchObject({ to: [VISITOR], body: 'Thank you.\n' });
    expect(received[0]?.head).toContain('Auto-Submitted: auto-replied');
  });

  test('treats an address that looks like a list as one address', async () => {
    const received = await startMailServer();
    await sendMessage('visitor', { ...message, to: 'x,victim@other.example' });
    expect(received.flatMap(({ to }) => to)).not.toContain('victim@other.example');
  });

  test.each([
    [550, true],
    [450, false],
  ])('a visitor’s address refused with %i is final: %p', async (code, isFinal) => {
    await startMailServer({ onRcptTo: (_from, _session, done) => done(createSmtpError(code)) });
    const delivery = await sendMessage('visitor', { ...message, to: VISITOR });
    expect(delivery).toMatchObject({ failure: `RCPT TO ${code}`, isFinal, mayHaveArrived: false });
    expect(isRetried(delivery)).toBe(!isFinal);
  });

  const postfix = createSmtpError(
    553,
    '5.7.1 <a@b.example>: Sender address rejected: not owned by user',
  );
  const exchange = createSmtpError(554, '5.2.252 SendAsDenied; a@b.example');
  test.each<[what: string, options: SMTPServerOptions]>([
    ['at its address', { onMailFrom: (_from, _session, done) => done(createSmtpError(550)) }],
    ['at the first recipient, like Postfix', { onRcptTo: (_to, _from, done) => done(postfix) }],
    [
      'at the end, like Exchange',
      { onData: (stream, _session, done) => stream.resume().on('end', () => done(exchange)) },
    ],
  ])('may succeed later after our sender is refused %s', async (_what, options) => {
    await startMailServer(options);
    for (const channel of ['mail', 'visitor'] as const) {
      const delivery = await sendMessage(channel, { ...message, to: VISITOR });
      expect(delivery).toEqual(expectFailureLike(/^(MAIL FROM|RCPT TO|DATA) 55\d$/));
      expect(isRetried(delivery)).toBe(true);
    }
  });

  test('that one of two mailboxes refuses says so', async () => {
    const received = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? createSmtpError(550) : null),
    });
    changeSettings({ ALERT_MAIL_TO: `gone@callwright.example, ${OPERATOR}` });
    const failure = 'refused by 1 of 2 mailboxes';
    expect(await sendMessage('mail', message)).toEqual({ ok: true, failure });
    expect(received).toMatchObject([{ to: [OPERATOR] }]);
  });

  test.each([
    [
      'at its login',
      { onAuth: (_auth, _session, done) => done(createSmtpError(535, 'user@b.example')) },
    ],
    ['before it', { authOptional: false }],
  ] satisfies [string, SMTPServerOptions][])('names a refused login %s', async (what, options) => {
    await startMailServer({ ...SELF_SIGNED, ...options });
    if (what === 'at its login')
      changeSettings({ ALERT_SMTP_URL: `smtp://user:secret@127.0.0.1:${readSmtpPort()}` });
    expect(await sendMessage('mail', message)).toEqual(expectFailureLike(/ 53\d$/));
  });

  test.each([
    ['jan%40firma.cz', '2024%23Heslo%2F%3F%40%3A%25%5C%20+', 'jan@firma.cz', '2024#Heslo/?@:%\\ +'],
    ['jan', 'p%C5%99%C3%ADli%C5%A1', 'jan', 'příliš'],
    ['jan', 'příliš-$&!~', 'jan', 'příliš-$&!~'],
  ])('logs in as %s with %s decoded', async (user, password, username, decoded) => {
    const logins: unknown[] = [];
    await startMailServer({
      ...SELF_SIGNED,
      authOptional: false,
      onAuth: (auth, _session, done) => {
        logins.push([auth.username, auth.password]);
        done(null, { user: 1 });
      },
    });
    const url = `smtp://${user}:${password}@127.0.0.1:${readSmtpPort()}`;
    changeSettings({ ALERT_SMTP_URL: url });
    expect(await sendMessage('mail', message)).toEqual({ ok: true });
    expect(logins).toEqual([[username, decoded]]);
  });

  describe('an unsigned certificate', () => {
    test.each([
      ['with STARTTLS', SELF_SIGNED, 'smtp'],
      ['with TLS from the start', { ...SELF_SIGNED, secure: true }, 'smtps'],
    ])('is accepted on this machine %s', async (_what, options, protocol) => {
      const received = await startMailServer(options);
      const port = readSmtpPort();
      for (const host of ['127.0.0.1', 'localhost']) {
        changeSettings({ ALERT_SMTP_URL: `${protocol}://${host}:${port}` });
        expect(await sendMessage('mail', message)).toEqual({ ok: true });
      }
      expect(received).toHaveLength(2);
    });

    test('is refused elsewhere, unless the address allows it', async () => {
      const received = await startMailServer(SELF_SIGNED);
      // Also leads to this machine, but does not say so.
      const elsewhere = `smtp://0.0.0.0:${readSmtpPort()}`;
      changeSettings({ ALERT_SMTP_URL: elsewhere });
      expect(await sendMessage('mail', message)).toEqual(expectFailureLike(/CERT/));
      changeSettings({ ALERT_SMTP_URL: `${elsewhere}?tls.rejectUnauthorized=false` });
      expect(await sendMessage('mail', message)).toEqual({ ok: true });
      expect(received).toHaveLength(1);
    });

    test('is refused on this machine if the address demands it', async () => {
      await startMailServer(SELF_SIGNED);
      const url = `${getEnv().ALERT_SMTP_URL}?tls.rejectUnauthorized=true`;
      changeSettings({ ALERT_SMTP_URL: url });
      expect(await sendMessage('mail', message)).toEqual(expectFailureLike(/CERT/));
    });
  });

  test('sends no password to a server without encryption', async () => {
    const said: string[] = [];
    const port = await startRawServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (data) => {
        said.push(String(data));
        socket.write(said.length === 1 ? '250-mail.example\r\n250 AUTH LOGIN\r\n' : '500 no\r\n');
      });
    });
    const login = `smtp://user:secret@127.0.0.1:${port}`;
    changeSettings({ ALERT_SMTP_URL: login, ALERT_MAIL_TO: OPERATOR });
    expect(await sendMessage('mail', message)).toMatchObject({ ok: false });
    expect(said.join('')).toMatch(/STARTTLS/);
    expect(said.join('')).not.toMatch(/AUTH|secret|c2VjcmV0/);
  });

  async function startRawServer(serve: (socket: Socket) => void): Promise<number> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      serve(socket);
    });
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return listen(server);
  }
  const sendMailTo = (port: number, query = '') =>
    changeSettings({ ALERT_SMTP_URL: `smtp://127.0.0.1:${port}${query}`, ALERT_MAIL_TO: OPERATOR });

  test.each([
    ['nothing listens', findRandomFreePort],
    ['the server breaks off', () => startRawServer((socket) => void socket.destroy())],
  ])('is not delivered when %s', async (_what, serve) => {
    sendMailTo(await serve());
    expect(await sendMessage('mail', message)).toEqual(expectFailureLike(/./));
  });

  test('fails without a greeting in time', async () => {
    sendMailTo(await startRawServer(() => undefined), '?connectionTimeout=100');
    const delivery = await sendMessage('mail', message);
    expect(delivery).toMatchObject({ failure: 'CONN ETIMEDOUT', mayHaveArrived: false });
  });

  describe('whose text was handed over', () => {
    /** A mail server that takes every command, and answers the whole text like this. */
    const answerText = async (answer: (socket: Socket) => void) =>
      sendMailTo(
        await startRawServer((socket) => {
          let text: string | undefined;
          socket.write('220 mail.example ESMTP\r\n');
          socket.on('data', (data) => {
            if (text === undefined) {
              if (String(data).startsWith('DATA')) text = '';
              return socket.write(text === '' ? '354 go on\r\n' : '250 ok\r\n');
            }
            text += String(data);
            return text.endsWith('\r\n.\r\n') && answer(socket);
          });
        }),
        '?socketTimeout=100',
      );

    test.each<[what: string, answer: (socket: Socket) => void, failure: RegExp]>([
      ['never answers', () => undefined, /^CONN \w+/],
      ['breaks off', (socket) => socket.destroy(), /^CONN ECONNECTION$/],
    ])('may have arrived when the server %s', async (_what, answer, failure) => {
      await answerText(answer);
      const delivery = await sendMessage('mail', message);
      expect(delivery).toMatchObject({ mayHaveArrived: true });
      expect(delivery).toEqual(expectFailureLike(failure));
    });

    test('has not arrived when the server refuses it', async () => {
      await answerText((socket) => void socket.write('451 later\r\n'));
      const delivery = await sendMessage('mail', message);
      expect(delivery).toMatchObject({ failure: 'DATA 451', mayHaveArrived: false });
    });
  });

  test('goes in the clear with a password where the address says ignoreTLS=true', async () => {
    const said: string[] = [];
    await startMailServer({
      ...SELF_SIGNED,
      hideSTARTTLS: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(null, { user: 1 }),
      onSecure: (_socket, _session, done) => {
        said.push('STARTTLS');
        done();
      },
    });
    const url = `smtp://user:secret@127.0.0.1:${readSmtpPort()}?ignoreTLS=true`;
    changeSettings({ ALERT_SMTP_URL: url });
    expect(await sendMessage('mail', message)).toEqual({ ok: true });
    expect(said).toEqual([]);
  });
});
