import type { Page } from '@playwright/test';
import { startVoiceProvider, type VoiceProvider } from '../../local/voice/server';
import { expect, test as base } from './contract';

// The other tests have a call machine of their own. Here the SDK must do the same with the local voice provider, which the
// product's tests use.

const test = base.extend<{ call: (assistantId: string) => Promise<Page> }>({
  call: async ({ page, scripts }, use) => {
    const providers: VoiceProvider[] = [];
    await use(async (assistantId) => {
      const provider = await startVoiceProvider({ port: 0, publicKey: 'public-key' });
      providers.push(provider);
      const script = (body: string) => ({ contentType: 'text/javascript', body });
      await page.route(`${provider.url}/`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Call</title><body><script src="/sdk.js"></script><script src="/lab.js"></script>',
        }),
      );
      await page.route('**/sdk.js', (route) => route.fulfill(script(scripts.sdk)));
      await page.route('**/lab.js', (route) => route.fulfill(script(scripts.lab)));
      await page.goto(`${provider.url}/`);
      await page.evaluate((id) => window.lab.dial(id), assistantId);
      await expect.poll(() => heard(page), { timeout: 10_000 }).toContain('call-start');
      return page;
    });
    await Promise.all(providers.map((provider) => provider.close()));
  },
});

const heard = (page: Page) => page.evaluate(() => window.lab.heard.map(({ name }) => name));
const messages = (page: Page) => page.evaluate(() => window.lab.all('message'));

test('the local voice provider takes a call through every stage to the spoken word', async ({
  call,
}) => {
  const page = await call('silent-en-instant');
  await expect.poll(() => heard(page), { timeout: 10_000 }).toContain('speech-start');
  const stages = await page.evaluate(() =>
    window.lab.all('call-start-progress').map(({ stage, status }) => `${stage} ${status}`),
  );
  expect(stages.at(0)).toBe('initialization started');
  expect(stages.at(-1)).toBe('audio-processing-setup completed');
  const order = await heard(page);
  expect(order.indexOf('call-start-success')).toBeLessThan(order.indexOf('call-start'));
  expect(order.indexOf('call-start')).toBeLessThan(order.indexOf('speech-start'));
  await page.evaluate(() => window.lab.vapi.stop());
  await expect.poll(() => heard(page), { timeout: 10_000 }).toContain('call-end');
  expect((await messages(page)).at(-1)).toEqual({
    type: 'status-update',
    status: 'ended',
    endedReason: 'customer-ended-call',
  });
});

test('the local voice provider ends a call with its reason, told once', async ({ call }) => {
  const page = await call('hung-up-en-instant');
  await expect.poll(() => heard(page), { timeout: 10_000 }).toContain('call-end');
  const ends = (await messages(page)).filter(({ status }) => status === 'ended');
  expect(ends).toEqual([
    { type: 'status-update', status: 'ended', endedReason: 'assistant-ended-call' },
  ]);
});
