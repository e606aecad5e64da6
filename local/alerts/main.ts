import { startAlertReceiver } from './alert-receiver';

const { ALERTS_PORT = '0', ALERTS_SMTP_PORT = '0' } = process.env;

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '    ');
const receiver = await startAlertReceiver({
  port: Number(ALERTS_PORT),
  smtpPort: Number(ALERTS_SMTP_PORT),
  say: (text) => console.log(`\n${indent(text)}\n`),
});

async function stop() {
  await receiver.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
