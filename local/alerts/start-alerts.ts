import { join } from 'node:path';
import { site } from '../../lib/content/site';
import { type Processes, waitForAnswer } from '../processes/processes';
import { findRandomFreePort } from '../ports';

/** Starts a local webhook and mail server, unless the user has configured one of them. */
export async function startAlerts(
  processes: Processes,
  {
    dataDir,
    sitePort,
    say,
  }: { dataDir: string; sitePort: number; say?: ((text: string) => void) | undefined },
): Promise<{ settings: Record<string, string>; alertsUrl?: string }> {
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL } = process.env;
  if (ALERT_WEBHOOK_URL || ALERT_SMTP_URL) return { settings: {} };
  const port = await findRandomFreePort([sitePort]);
  const smtpPort = await findRandomFreePort([sitePort, port]);
  processes.start({
    name: 'the local alert receiver',
    args: ['--import', 'tsx', 'local/alerts/main.ts'],
    env: { ...process.env, ALERTS_PORT: String(port), ALERTS_SMTP_PORT: String(smtpPort) },
    logFile: join(dataDir, 'logs', 'alerts.log'),
    onOutput: say,
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
