import { devices } from '@playwright/test';
import { startAlteringProxy } from '@/__tests__/doctor/altering-proxy';
import { findRandomFreePort } from '@/local/ports';
import type { Alert } from '@/local/alerts/alert-receiver';
import { startFaultySite } from '../support/faulty-site';
import { expect, test, usePersonUserAgent } from '../support/test';

// Chromium reports over TLS only, by default up to a minute later.
const reportingTest = test.extend({
  launchOptions: [
    ({ launchOptions }, use) =>
      usePersonUserAgent({ launchOptions }, (options) =>
        use({
          ...options,
          args: [...(options.args ?? []), '--short-reporting-delay', '--ignore-certificate-errors'],
        }),
      ),
    { scope: 'worker' },
  ],
});
reportingTest.use({ permissions: ['background-sync'] });

/** Reports a blocked inline script, as a browser in another network does. */
async function reportFrom(siteUrl: string, address: string): Promise<number> {
  const body = { effectiveDirective: 'script-src-elem', blockedURL: 'inline' };
  const { status } = await fetch(`${siteUrl}/api/csp-report`, {
    method: 'POST',
    headers: {
      'content-type': 'application/reports+json',
      origin: siteUrl,
      'user-agent': devices['Desktop Firefox'].userAgent,
      'x-real-ip': address,
    },
    body: JSON.stringify([{ type: 'csp-violation', body }]),
  });
  return status;
}

const { E2E_ALERTS_URL } = process.env;

async function listAlerts() {
  const received = (await (await fetch(`${E2E_ALERTS_URL}/alerts`)).json()) as Alert[];
  return received.filter(({ kind }) => kind === 'content-blocked').map(({ text }) => text);
}

reportingTest(
  'what a browser blocks is reported, and the report of a fifth network alerts the operator',
  async ({ page, expectedErrors, expectedViolations }) => {
    expectedErrors.push('Content Security Policy');
    expectedViolations.push('Content Security Policy', 'script-src-elem blocked inline');
    const site = await startFaultySite({
      TRUSTED_IP_HEADER: 'x-real-ip',
      ALERT_WEBHOOK_URL: `${E2E_ALERTS_URL}/webhook`,
      ALERT_WEBHOOK_KIND: 'json',
    });
    const port = await findRandomFreePort();
    const proxy = await startAlteringProxy(port, site.url, { usesTls: true });
    for (const n of [1, 2, 3, 4]) expect(await reportFrom(site.url, `192.0.2.${n}`)).toBe(201);

    await page.goto(`https://localhost:${port}/`);
    expect(await listAlerts()).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.planted = true';
      document.body.append(script);
    });
    // The browser sends it when it has nothing else to do.
    await expect
      .poll(listAlerts, { timeout: 60_000 })
      .toEqual([
        'Browsers of 5 networks have blocked content of our pages within ten minutes: ' +
          'script-src-elem inline.',
      ]);
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    proxy.close();
    await site.stop();
  },
);
