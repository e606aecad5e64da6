import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { test as base, expect } from '@playwright/test';
import { Builder, By, type WebDriver } from 'selenium-webdriver';
import type * as Remote from 'selenium-webdriver/remote';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn } from '@/lib/content/contact-en';
import { findEngine } from '@/scripts/tools/browser';
import { createEmail, readStoredRequests } from '../support/database';
import { long } from '../support/test';

// The path is a folder, which `import` does not resolve.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof Remote;

/** WebKitGTK's small browser, which Playwright cannot drive, on a virtual screen. */
const test = base.extend<object, { driver: WebDriver }>({
  driver: [
    async ({}, use) => {
      const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [display] = (await once(screen.stdout, 'data')) as [Buffer];
      const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
      const service = new DriverService.Builder(findEngine('webkit') ?? '')
        .setLoopback(true)
        .setEnvironment(env as Record<string, string>)
        .build();
      // It has no WebRTC. The machine's microphone, where there is one, must not matter.
      const args = ['--automation', '--enable-media-stream=false'];
      const driver = await new Builder()
        .usingServer(await service.start())
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { args },
        })
        .build();
      await use(driver);
      await driver.quit();
      await service.kill();
      screen.kill();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.skip(!findEngine('webkit') && !process.env.CI, 'WebKitGTK could not be installed.');

/** Loads a page in a window of this width, and records errors once React has hydrated it. */
async function open(driver: WebDriver, path: string, width = 1280) {
  await driver.manage().window().setRect({ x: 0, y: 0, width, height: 900 });
  await driver.get(new URL(path, process.env.E2E_SITE_URL).href);
  await driver.executeScript(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    console.error = (...args) => errors.push(args.join(' '));
    addEventListener('error', ({ message }) => errors.push(message));
    addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
    addEventListener('securitypolicyviolation', ({ blockedURI }) => errors.push(blockedURI));
  });
  const isHydrated = () =>
    driver.executeScript(() =>
      Object.keys(document.querySelector('h1')!).some((key) => key.startsWith('__reactProps')),
    );
  await expect.poll(isHydrated, path).toBe(true);
}

const readErrors = (driver: WebDriver) => driver.executeScript('return window.errors');
const readText = (driver: WebDriver, selector: string) =>
  driver.findElement(By.css(selector)).getText();

async function press(driver: WebDriver, selector: string) {
  const element = await driver.findElement(By.css(selector));
  await driver.executeScript(
    (it: Element) => it.scrollIntoView({ block: 'center', behavior: 'instant' }),
    element,
  );
  await element.click();
}

for (const path of ['/', '/outreach?contact_name=Jan&vapi_assistant_id=demo-cs', '/contact'])
  test(`WebKitGTK hydrates ${path}, which fits, without an error`, long, async ({ driver }) => {
    for (const width of [480, 1280]) {
      await open(driver, path, width);
      expect(await readText(driver, 'h1')).not.toBe('');
      const overflow = await driver.executeScript(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 300) {
          scrollTo({ top: y, behavior: 'instant' });
          await new Promise(requestAnimationFrame);
        }
        return document.documentElement.scrollWidth - innerWidth;
      });
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await readErrors(driver)).toEqual([]);
    }
  });

test('WebKitGTK sends a request, and says that it cannot call', long, async ({ driver }) => {
  const email = createEmail();
  await open(driver, '/');
  await press(driver, '#home [command="show-modal"]');
  await driver.findElement(By.css('#contact-service_type')).sendKeys('CRM');
  await driver.findElement(By.css('#contact-email')).sendKeys(email);
  await driver.findElement(By.css('#contact-message')).sendKeys('We copy leads by hand.');
  await press(driver, '#contact-dialog [type="submit"]');
  const success = contactCopyEn.success.title;
  await expect.poll(() => readText(driver, '#success-dialog')).toContain(success);
  expect(await readStoredRequests(email)).toEqual([
    expect.objectContaining({ service_type: 'crm-integrations', email }),
  ]);

  await open(driver, '/');
  await press(driver, '[data-call-main]');
  const { message } = callCopyEn.failures['unsupported-browser'];
  await expect.poll(() => readText(driver, '#phone-caller .stage')).toContain(message);
  expect(await readErrors(driver)).toEqual([]);
});
