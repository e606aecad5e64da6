import { join } from 'node:path';
import { site } from '../lib/content/site';
import { type Processes, waitForAnswer } from './processes';
import { anyFreePort } from './ports.mjs';

/**
 * What the site needs for alerts. When the user has set neither a webhook nor a mail server, both are stood in for by a
 * process of its own, and the settings lead to it; else the user's own settings stand.
 *
 * @param options.say gets each alert and mail, as lines
 * @returns the settings, and where what came can be read; nowhere when it goes to the user's own
 * @throws when the stand-in does not answer
 */
export async function alertSettings(
  processes: Processes,
  {
    dataDir,
    sitePort,
    say,
  }: { dataDir: string; sitePort: number; say?: ((text: string) => void) | undefined },
): Promise<{ settings: Record<string, string>; alertsUrl?: string }> {
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL } = process.env;
  if (ALERT_WEBHOOK_URL || ALERT_SMTP_URL) return { settings: {} };
  const port = await anyFreePort([sitePort]);
  const smtpPort = await anyFreePort([sitePort, port]);
  processes.start({
    name: 'the local catcher of alerts',
    args: ['--import', 'tsx', 'local/alerts/main.ts'],
    env: { ...process.env, ALERTS_PORT: String(port), ALERTS_SMTP_PORT: String(smtpPort) },
    logFile: join(dataDir, 'logs', 'alerts.log'),
    say,
  });
  const alertsUrl = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${alertsUrl}/alerts`, processes.crashed);
  return {
    alertsUrl,
    settings: {
      ALERT_WEBHOOK_URL: `${alertsUrl}/webhook`,
      ALERT_WEBHOOK_KIND: 'json',
      ALERT_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      ALERT_MAIL_TO: site.contactMail,
    },
  };
}
