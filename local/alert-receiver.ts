import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from './ports';

/** The webhook's JSON format (docs/ops.md). */
export type Alert = { id: string; kind: string; text: string; link: string | null };

export type Mail = { id: string; from: string; to: string[]; subject: string; text: string };

export type AlertReceiver = {
  /** `POST /webhook` takes alerts; `GET /alerts` and `GET /mails` list what has arrived. */
  url: string;
  smtpUrl: string;
  close: () => void;
};

export async function startAlertReceiver(
  say: (text: string) => void = () => {},
): Promise<AlertReceiver> {
  const alerts: Alert[] = [];
  const mails: Mail[] = [];

  const webhook = createServer(async (request, response) => {
    if (request.method === 'GET')
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(request.url === '/mails' ? mails : alerts));
    const alert = (await json(request)) as Alert;
    alerts.push(alert);
    say(`Alert (${alert.kind})\n${alert.text}`);
    return response.end('ok');
  });
  const smtp = new SMTPServer({
    // The site would not trust a self-signed certificate.
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      void text(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ messageId = '', subject = '', text: body = '', from }) => {
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.push({ id: messageId, from: from?.address ?? '', to, subject, text: body });
          say(`Mail to ${to.join(', ')}: ${subject}\n${body.trim()}`);
          done();
        }, done);
    },
  });
  // A site that is being stopped may drop the connection.
  smtp.on('error', () => undefined);
  return {
    url: `http://127.0.0.1:${await listen(webhook)}`,
    smtpUrl: `smtp://127.0.0.1:${await listen(smtp.server)}`,
    close() {
      webhook.closeAllConnections();
      webhook.close();
      smtp.close();
    },
  };
}
