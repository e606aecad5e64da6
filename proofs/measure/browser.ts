import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { browserArgs, findBrowser, grantMicrophone } from '../browser.mjs';

const ARGS = [...browserArgs, grantMicrophone];
/** Lighthouse's slow 4G, as the network itself gives it. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

/** Starts a browser of its own; `port` opens it to Lighthouse. */
export async function openBrowser(port?: number): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: port ? [...ARGS, `--remote-debugging-port=${port}`] : ARGS,
  });
}

/** A phone's screen, whose visitor lets pages hear. */
export const phone = {
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
  permissions: ['microphone'],
};

/** A page as on a phone of the middle class; `network` false keeps the line fast. */
export async function slowPage(browser: Browser, network: boolean): Promise<Page> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (network) await session.send('Network.emulateNetworkConditions', SLOW_4G);
  return page;
}
