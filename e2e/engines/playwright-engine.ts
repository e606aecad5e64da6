import { fileURLToPath } from 'node:url';
import { chromium, firefox, type Browser } from '@playwright/test';
import { browserArgs, findBrowser, findEngine, microphoneGrantArg } from '@/scripts/tools/browser';
import { collectViolations } from '../support/violations';
import { desktop, type Engine, type Visitor } from './visitor';

export async function startChromium(): Promise<Engine> {
  const executablePath = findBrowser();
  const args = [...browserArgs, microphoneGrantArg];
  return getEngine(await chromium.launch({ ...(executablePath ? { executablePath } : {}), args }));
}

export async function startFirefox(): Promise<Engine> {
  const browser = await firefox.launch({
    // Firefox as Mozilla builds it, by WebDriver BiDi, instead of Playwright's own.
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox-esr.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX_PATH: findEngine('firefox') },
    firefoxUserPrefs: {
      // The driver loses a page that the back/forward cache brings back.
      'browser.sessionhistory.max_total_viewers': 0,
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
  });
  return getEngine(browser);
}

function getEngine(browser: Browser): Engine {
  return { visit: () => createVisitor(browser), stop: () => browser.close() };
}

async function createVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_SITE_URL ?? '',
    viewport: desktop,
  });
  const errors = await collectViolations(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // Firefox also reports policy violations this way.
  page.on('pageerror', (error) => errors.push(String(error)));
  const findVisible = (xpath: string) =>
    page.locator(`xpath=${xpath}`).filter({ visible: true }).first();
  return {
    open: async (path) => void (await page.goto(path)),
    resize: (size) => page.setViewportSize(size),
    press: (xpath) => findVisible(xpath).click(),
    type: (xpath, text) => findVisible(xpath).pressSequentially(text),
    evaluate: (run, arg) => page.evaluate(run as never, arg),
    listErrors: () => Promise.resolve(errors),
    leave: () => context.close(),
  };
}
