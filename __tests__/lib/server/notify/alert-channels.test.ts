/** @jest-environment node */
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type AlertMessage, listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import { site } from '@/lib/content/site';
import { getEnv } from '@/lib/server/env';
import { receive } from '@/local/alerts/webhook-receivers';
import { findRandomFreePort, listen } from '../../../../local/ports.mjs';
import { changeSettings, giveSettings } from '../settings';

giveSettings();
const UNSET = {
  ALERT_WEBHOOK_URL: undefined,
  ALERT_WEBHOOK_KIND: undefined,
  ALERT_SMTP_URL: undefined,
  ALERT_MAIL_TO: undefined,
};
const OWNER = 'owner@callwright.example';
const message: AlertMessage = {
  id: '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11',
  kind: 'request',
  subject: 'New request: CRM Integrations.',
  link: 'https://supabase.com/dashboard/project/abc/sql/new',
};

let closing: (() => unknown)[] = [];
beforeEach(() => changeSettings(UNSET));
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

test.each([
  [{}, []],
  [{ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' }, ['webhook']],
  [{ ALERT_SMTP_URL: 'smtp://mail.example' }, ['visitor']],
  [{ ALERT_MAIL_TO: OWNER }, []],
  [{ ALERT_SMTP_URL: 'smtp://mail.example', ALERT_MAIL_TO: OWNER }, ['mail', 'visitor']],
])('%j sets up %j', (settings, expected) => {
  changeSettings(settings);
  expect(listChannels()).toEqual(expected);
});

describe('a webhook', () => {
  type Asked = { headers: Record<string, unknown>; body: unknown };
  async function hook(answer: RequestListener): Promise<Asked[]> {
    const asked: Asked[] = [];
    const server: Server = createHttpServer(async (request, response) => {
      const body = JSON.parse(await text(request)) as unknown;
      asked.push({ headers: request.headers, body });
      answer(request, response);
    });
    changeSettings({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${await listen(server)}/secret` });
    closing.push(() => (server.closeAllConnections(), server.close()));
    return asked;
  }
  const status =
    (code: number, headers = {}): RequestListener =>
    (_, response) =>
      void response.writeHead(code, headers).end('ok');

  test.each([200, 204])('that answers with %i has got id, kind, text and link', async (code) => {
    const asked = await hook(status(code));
    expect(await sendMessage('webhook', message)).toEqual({ ok: true });
    const { id, kind, subject, link } = message;
    expect(asked).toEqual([
      {
        headers: expect.objectContaining({ 'content-type': 'application/json' }) as unknown,
        body: { id, kind, text: `${subject}\n${link}`, link },
      },
    ]);
  });

  test.each(['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const)(
    'of %s takes the alert, and shows it',
    async (kind) => {
      const shown: (string | null)[] = [];
      const asked = await hook((_, response) => {
        const receipt = receive(kind, JSON.stringify(asked.at(-1)?.body));
        shown.push(receipt.shown);
        response.writeHead(receipt.status).end(receipt.answer);
      });
      changeSettings({ ALERT_WEBHOOK_KIND: kind });
      expect(await sendMessage('webhook', message)).toEqual({ ok: true });
      expect(shown).toEqual([expect.stringContaining(message.subject)]);
    },
  );

  test('is told that there is no link', async () => {
    const asked = await hook(status(200));
    await sendMessage('webhook', { ...message, text: 'More of it.', link: null });
    expect(asked[0]?.body).toMatchObject({
      text: `${message.subject}\nMore of it.`,
      link: null,
    });
  });

  test.each([400, 404, 429, 500])('that answers with %i has not got it', async (code) => {
    await hook(status(code));
    expect(await sendMessage('webhook', message)).toEqual({
      ok: false,
      failure: `status ${code}`,
      final: false,
    });
  });

  test('is not followed to another address', async () => {
    const elsewhere = await hook(status(200));
    const location = `http://localhost:${new URL('/', await addressOfHook()).port}/other`;
    await hook(status(307, { location }));
    expect(await sendMessage('webhook', message)).toMatchObject({ failure: 'status 307' });
    expect(elsewhere).toEqual([]);
  });
  const addressOfHook = async () => getEnv().ALERT_WEBHOOK_URL;

  test('that breaks off has not got it', async () => {
    await hook((request) => void request.socket.destroy());
    expect(await sendMessage('webhook', message)).toMatchObject({ failure: 'UND_ERR_SOCKET' });
  });

  test('that nobody listens at has not got it', async () => {
    changeSettings({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${await findRandomFreePort()}/secret` });
    expect(await sendMessage('webhook', message)).toMatchObject({ failure: 'ECONNREFUSED' });
  });

  test('that never answers has five seconds', async () => {
    const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(expired());
    await hook(() => undefined);
    expect(await sendMessage('webhook', message)).toMatchObject({ failure: 'timeout' });
    expect(deadline).toHaveBeenCalledWith(5_000);
  });
});

const settingOf = (name: 'ALERT_SMTP_URL') => getEnv()[name] ?? '';

/** What a deadline looks like once it has passed. */
const expired = () => AbortSignal.abort(new DOMException('too late', 'TimeoutError'));

describe('mail', () => {
  type Received = { from: string; to: string[]; head: string; body: string };

  /** A real mail server of this process. */
  async function mailServer(options: SMTPServerOptions = {}): Promise<Received[]> {
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
    const port = await findRandomFreePort();
    // A client that does not trust it breaks off.
    server.on('error', () => undefined);
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    closing.push(() => new Promise<void>((done) => server.close(() => done())));
    changeSettings({ ALERT_SMTP_URL: `smtp://127.0.0.1:${port}`, ALERT_MAIL_TO: OWNER });
    return received;
  }

  /** The server's own certificate, which nobody has signed. */
  const SELF_SIGNED = { disabledCommands: [] } satisfies SMTPServerOptions;

  test('reaches the owner from the site’s own address, with a stable id', async () => {
    const received = await mailServer();
    expect(await sendMessage('mail', message)).toEqual({ ok: true });
    await sendMessage('mail', message);
    expect(received).toHaveLength(2);
    for (const { from, to, head, body } of received) {
      expect({ from, to }).toEqual({ from: site.contactMail, to: [OWNER] });
      expect(head).toContain(`From: ${site.brand} <${site.contactMail}>`);
      expect(head).toContain(`Reply-To: ${site.brand} <${site.contactMail}>`);
      expect(head).toContain(`Subject: ${message.subject}`);
      expect(head).toContain(`Message-ID: <${message.id}@callwright.example>`);
      expect(head).toContain('Auto-Submitted: auto-generated');
      expect(head).toContain('Content-Type: text/plain');
      expect(body).toContain(message.subject);
      expect(body).toContain(message.link);
    }
  });

  test('reaches several owners', async () => {
    const received = await mailServer();
    changeSettings({ ALERT_MAIL_TO: `${OWNER}, second@callwright.example` });
    await sendMessage('mail', message);
    expect(received[0]?.to).toEqual([OWNER, 'second@callwright.example']);
  });

  test('to a visitor has one recipient and says that it is automatic', async () => {
    const received = await mailServer();
    const acknowledgement = {
      ...message,
      text: 'Thank you.',
      link: null,
      to: 'eva@visitor.example',
    };
    expect(await sendMessage('visitor', acknowledgement)).toEqual({ ok: true });
    expect(received[0]).toMatchObject({ to: ['eva@visitor.example'], body: 'Thank you.\n' });
    expect(received[0]?.head).toContain('Auto-Submitted: auto-replied');
  });

  test('an address that looks like a list is one address, with one mail', async () => {
    const received = await mailServer();
    await sendMessage('visitor', { ...message, to: 'x,victim@other.example' });
    expect(received.flatMap(({ to }) => to)).not.toContain('victim@other.example');
  });

  test.each([
    [550, true],
    [450, false],
  ])('a visitor’s address that the server refuses with %i is final: %p', async (code, final) => {
    const refusal = Object.assign(new Error('no such mailbox'), { responseCode: code });
    await mailServer({ onRcptTo: (_address, _session, done) => done(refusal) });
    const delivery = await sendMessage('visitor', { ...message, to: 'eva@visitor.example' });
    expect(delivery).toEqual({ ok: false, failure: `status ${code}`, final });
  });

  const refusal = (responseCode: number, text = 'no') =>
    Object.assign(new Error(text), { responseCode });

  test.each<[what: string, options: SMTPServerOptions]>([
    [
      'at its address',
      { onMailFrom: (_address, _session, done) => done(refusal(550, 'who are you')) },
    ],
    [
      'at the first recipient, as Postfix does it',
      {
        onRcptTo: (_address, _session, done) =>
          done(refusal(553, '5.7.1 <a@b.example>: Sender address rejected: not owned by user')),
      },
    ],
    [
      'at the end, as Exchange does it',
      {
        onData: (stream, _session, done) => {
          stream.resume().on('end', () => done(refusal(554, '5.2.252 SendAsDenied; a@b.example')));
        },
      },
    ],
  ])('a server that refuses us as the sender %s may take the next try', async (_what, options) => {
    await mailServer(options);
    for (const channel of ['mail', 'visitor'] as const) {
      const delivery = await sendMessage(channel, { ...message, to: 'eva@visitor.example' });
      expect(delivery).toEqual({
        ok: false,
        failure: expect.stringMatching(/^sender rejected: 55\d$/) as string,
        final: false,
      });
    }
  });

  test.each([
    ['at its login', { onAuth: (_auth, _session, done) => done(refusal(535, 'user@b.example')) }],
    ['before it', { authOptional: false }],
  ] satisfies [string, SMTPServerOptions][])(
    'a server that refuses us %s is named by that',
    async (what, options) => {
      await mailServer({ ...SELF_SIGNED, ...options });
      if (what === 'at its login') {
        const { port } = new URL(settingOf('ALERT_SMTP_URL'));
        changeSettings({ ALERT_SMTP_URL: `smtp://user:secret@127.0.0.1:${port}` });
      }
      expect(await sendMessage('mail', message)).toEqual({
        ok: false,
        failure: expect.stringMatching(/^login rejected: 53\d$/) as string,
        final: false,
      });
    },
  );

  test.each([429, 452, 552])('another refusal is told by its status: %i', async (code) => {
    await mailServer({ onMailFrom: (_address, _session, done) => done(refusal(code)) });
    expect(await sendMessage('mail', message)).toMatchObject({ failure: `status ${code}` });
  });

  describe('a certificate that nobody has signed', () => {
    test.each([
      ['with STARTTLS', SELF_SIGNED, 'smtp'],
      ['with TLS from the start', { ...SELF_SIGNED, secure: true }, 'smtps'],
    ])('is no obstacle on this machine: %s', async (_what, options, protocol) => {
      const received = await mailServer(options);
      const { port } = new URL(settingOf('ALERT_SMTP_URL'));
      for (const host of ['127.0.0.1', 'localhost']) {
        changeSettings({ ALERT_SMTP_URL: `${protocol}://${host}:${port}` });
        expect(await sendMessage('mail', message)).toEqual({ ok: true });
      }
      expect(received).toHaveLength(2);
    });

    test('is refused anywhere else, unless the address says otherwise', async () => {
      const received = await mailServer(SELF_SIGNED);
      const { port } = new URL(settingOf('ALERT_SMTP_URL'));
      // Leads to this machine as well, but does not say so.
      const elsewhere = `smtp://0.0.0.0:${port}`;
      changeSettings({ ALERT_SMTP_URL: elsewhere });
      expect(await sendMessage('mail', message)).toEqual({
        ok: false,
        failure: expect.stringMatching(/^certificate: \w+$/) as string,
        final: false,
      });
      changeSettings({ ALERT_SMTP_URL: `${elsewhere}?tls.rejectUnauthorized=false` });
      expect(await sendMessage('mail', message)).toEqual({ ok: true });
      expect(received).toHaveLength(1);
    });

    test('is refused on this machine where the address says so', async () => {
      await mailServer(SELF_SIGNED);
      const url = `${settingOf('ALERT_SMTP_URL')}?tls.rejectUnauthorized=true`;
      changeSettings({ ALERT_SMTP_URL: url });
      expect(await sendMessage('mail', message)).toMatchObject({
        failure: expect.stringMatching(/^certificate: /) as string,
      });
    });
  });

  test('a password is not sent to a server that offers no encryption', async () => {
    const said: string[] = [];
    const port = await rawServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (data) => {
        said.push(String(data));
        socket.write(said.length === 1 ? '250-mail.example\r\n250 AUTH LOGIN\r\n' : '500 no\r\n');
      });
    });
    const login = `smtp://user:secret@127.0.0.1:${port}`;
    changeSettings({ ALERT_SMTP_URL: login, ALERT_MAIL_TO: OWNER });
    expect(await sendMessage('mail', message)).toMatchObject({ ok: false });
    expect(said.join('')).toMatch(/STARTTLS/);
    expect(said.join('')).not.toMatch(/AUTH|secret|c2VjcmV0/);
  });

  async function rawServer(serve: (socket: Socket) => void): Promise<number> {
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
  const at = (port: number) =>
    changeSettings({ ALERT_SMTP_URL: `smtp://127.0.0.1:${port}`, ALERT_MAIL_TO: OWNER });

  test('nobody listens: not delivered', async () => {
    at(await findRandomFreePort());
    expect(await sendMessage('mail', message)).toMatchObject({ ok: false, final: false });
  });

  test('the server breaks off: not delivered', async () => {
    at(await rawServer((socket) => void socket.destroy()));
    expect(await sendMessage('mail', message)).toMatchObject({ ok: false, final: false });
  });

  test('a server that never greets has ten seconds', async () => {
    const late = new AbortController();
    const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    at(await rawServer(() => late.abort(new DOMException('too late', 'TimeoutError'))));
    expect(await sendMessage('mail', message)).toEqual({
      ok: false,
      failure: 'timeout',
      final: false,
    });
    expect(deadline).toHaveBeenCalledWith(10_000);
  });
});
