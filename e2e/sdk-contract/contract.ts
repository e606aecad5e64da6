import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { build } from 'esbuild';
import { startVoiceProvider } from '@/local/voice/server';

interface Worker {
  script: string;
  providerUrl: string;
}

/** A page with the installed voice SDK, at the local voice provider. Nothing else is reached. */
export const test = base.extend<object, Worker>({
  script: [
    async ({}, use) => {
      const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL('./page.ts', import.meta.url))],
        bundle: true,
        format: 'iife',
        // As the site's bundler resolves the call library.
        mainFields: ['browser', 'module', 'main'],
        write: false,
        logLevel: 'silent',
      });
      await use(outputFiles.map(({ text }) => text).join('\n'));
    },
    { scope: 'worker' },
  ],
  providerUrl: [
    async ({}, use) => {
      const provider = await startVoiceProvider({ publicKey: 'public-key' });
      await use(provider.url);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ page, script, providerUrl }, use) => {
    await page.route('**/*', (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (origin !== providerUrl) return route.abort();
      if (pathname === '/page.js')
        return route.fulfill({ contentType: 'text/javascript', body: script });
      if (pathname !== '/') return route.continue();
      const body = '<!doctype html><title>Contract</title><body><script src="/page.js"></script>';
      return route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto(providerUrl);
    await use(page);
  },
});

export { expect };
