import type { Locator, Page } from '@playwright/test';
import { build } from 'esbuild';
import { callCopyEn } from '@/lib/content/call-en';
import { LOCAL_KEYS } from '../../local/voice/start-voice';
import { serve } from './bare-pages';

/** The SDK alone. It is loaded before the click, as in the product. */
const bareSdkScript = `
import module from '@vapi-ai/web';
const Vapi = module.default ?? module;
const { publicKey, apiUrl, callMachineUrl } = window.settings;
const options = { avoidEval: true, callObjectBundleUrlOverride: callMachineUrl };
const vapi = new Vapi(publicKey, apiUrl, options);
vapi.on('call-start', () => {
  window.waited = performance.now() - window.clickedAt;
  vapi.setMuted(true);
});
document.querySelector('button').addEventListener('click', (event) => {
  window.clickedAt = event.timeStamp;
  vapi.start('demo-en');
});
document.body.dataset.ready = 'true';
`;

/**
 * Serves a page with the voice SDK alone.
 *
 * @param callMachineUrl an address of the voice provider that it calls
 */
export async function serveBareSdk(callMachineUrl: string) {
  const { outputFiles } = await build({
    stdin: { contents: bareSdkScript, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  const { publicKey } = LOCAL_KEYS;
  const apiUrl = new URL(callMachineUrl).origin;
  const settings = JSON.stringify({ publicKey, apiUrl, callMachineUrl });
  const html = `<!doctype html><html lang="en"><title>SDK</title><button>Start</button>
    <script>window.settings = ${settings}</script><script src="/sdk.js"></script></html>`;
  return serve((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
}

/** Makes a call on the page with the SDK alone. Returns the ms from the click until it is live. */
export async function measureBareStart(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.locator('[data-ready]').waitFor();
  await page.getByRole('button').click();
  return readWaitingTime(page);
}

/** Makes a call on the site. Returns the milliseconds from the click until it is live. */
export async function measureStart(page: Page, siteUrl: string): Promise<number> {
  await page.addInitScript((active) => {
    let clickedAt = 0;
    addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), true);
    new MutationObserver((_, observer) => {
      const text = document.querySelector('#phone-caller [role="status"]')?.textContent;
      if (!text?.includes(active)) return;
      (window as { waited?: number }).waited = performance.now() - clickedAt;
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, callCopyEn.active);
  await pressStart(page, siteUrl);
  return readWaitingTime(page);
}

const readWaitingTime = async (page: Page) => {
  const found = await page.waitForFunction(() => (window as { waited?: number }).waited);
  return (await found.jsonValue()) ?? Number.NaN;
};

/**
 * Opens the site and presses Start once the call is ready.
 *
 * @param pauseMs how long to wait before the press
 * @returns the call widget
 */
export async function pressStart(page: Page, siteUrl: string, pauseMs = 0): Promise<Locator> {
  await page.goto(siteUrl);
  const widget = page.getByRole('group', { name: callCopyEn.label });
  await widget.scrollIntoViewIfNeeded();
  await widget.getByText(callCopyEn.ready).waitFor();
  await page.waitForTimeout(pauseMs);
  await widget.getByRole('button', { name: callCopyEn.start, exact: true }).click();
  return widget;
}
