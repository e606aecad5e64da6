import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import * as z from 'zod';

const HOST = '127.0.0.1';

const textSchema = z.string().min(1);
/** The webhook's JSON format (docs/ops.md). */
const alertSchema = z.looseObject({
  id: textSchema,
  kind: textSchema,
  text: textSchema,
  link: textSchema.nullable(),
});
export type Alert = z.output<typeof alertSchema>;

/** Reads an alert; undefined if it is something else. */
export const readAlert = (value: unknown): Alert | undefined => alertSchema.safeParse(value).data;

export type Mail = { id: string; from: string; to: string[]; subject: string; text: string };

export type AlertReceiver = {
  /** `POST /webhook` takes alerts; `GET /alerts` and `GET /mails` list what has arrived. */
  url: string;
  smtpUrl: string;
  close: () => Promise<void>;
};

/** Stands in for the operator's webhook and mail server, and keeps the last messages in memory. */
export async function startAlertReceiver(options: {
  port: number;
  smtpPort: number;
  say: (text: string) => void;
  maxItems?: number;
}): Promise<AlertReceiver> {
  const { maxItems = 1000 } = options;
  const alerts: Alert[] = [];
  const mails: Mail[] = [];
  const addBounded = <Item>(items: Item[], item: Item) => {
    items.push(item);
    if (items.length > maxItems) items.shift();
  };

  const takeAlert = async (request: IncomingMessage, response: ServerResponse) => {
    const alert = readAlert(await json(request));
    if (!alert) return response.writeHead(400).end('no alert');
    addBounded(alerts, alert);
    options.say(`Alert (${alert.kind})\n${alert.text}`);
    response.end('ok');
  };
  const sendList = (response: ServerResponse, items: readonly unknown[]) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(items));

  const httpServer = createServer((request, response) => {
    const route = `${request.method} ${request.url}`;
    if (route === 'POST /webhook')
      return void takeAlert(request, response).catch(() => response.writeHead(400).end());
    if (route === 'GET /alerts') return sendList(response, alerts);
    if (route === 'GET /mails') return sendList(response, mails);
    response.writeHead(404).end();
  });
  const smtpServer = new SMTPServer({
    // The site would not trust a self-signed certificate.
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      void text(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ messageId = '', subject = '', text: body = '', from }) => {
          const to = envelope.rcptTo.map(({ address }) => address);
          const mail = { id: messageId, from: from?.address ?? '', to, subject, text: body };
          addBounded(mails, mail);
          options.say(`Mail to ${to.join(', ')}: ${subject}\n${body.trim()}`);
          done();
        }, done);
    },
  });
  // A site that is being stopped may drop the connection.
  smtpServer.on('error', () => undefined);
  const close = async () => {
    httpServer.closeAllConnections();
    await Promise.all([
      new Promise((done) => httpServer.close(done)),
      new Promise<void>((done) => smtpServer.close(done)),
    ]);
  };
  try {
    await once(httpServer.listen(options.port, HOST), 'listening');
    await once(smtpServer.listen(options.smtpPort, HOST), 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  const getPort = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  return {
    url: `http://${HOST}:${getPort(httpServer)}`,
    smtpUrl: `smtp://${HOST}:${getPort(smtpServer.server)}`,
    close,
  };
}
