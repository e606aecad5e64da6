import { expect, type Page } from '@playwright/test';
import { startVoiceProvider, type VoiceProvider } from '@/local/voice/server';
import { openLab, test as base } from './contract';

// The other tests use their own call machine. Here the SDK must do the same with the local voice
// provider, which the product's tests use.

const test = base.extend<{ provider: VoiceProvider; call: (assistantId: string) => Promise<void> }>(
  {
    provider: async ({}, use) => {
      const provider = await startVoiceProvider({ publicKey: 'public-key' });
      await use(provider);
      await provider.close();
    },
    call: async ({ page, scripts, provider }, use) => {
      await openLab(page, scripts, provider.url);
      await use(async (assistantId) => {
        await page.evaluate((id) => window.lab.create().start(id), assistantId);
        await waitForEvent(page, 'call-start');
      });
    },
  },
);

/** Waits for an event. @returns the events so far */
async function waitForEvent(page: Page, event: string): Promise<string[]> {
  const listEventNames = () => page.evaluate(() => window.lab.events.map(({ name }) => name));
  await expect.poll(listEventNames, { timeout: 10_000 }).toContain(event);
  return listEventNames();
}

const readMessages = (page: Page) => page.evaluate(() => window.lab.getPayloads('message'));
const ended = { type: 'status-update', status: 'ended' };

test('a call with the local voice provider passes every stage until the assistant speaks', async ({
  page,
  call,
}) => {
  await call('silent-en-instant');
  const order = await waitForEvent(page, 'speech-start');
  const stages = await page.evaluate(() => window.lab.getProgress());
  expect(stages.at(0)).toBe('initialization started');
  expect(stages.at(-1)).toBe('audio-processing-setup completed');
  const starts = ['call-start-success', 'call-start', 'speech-start'];
  expect(
    order.filter((name, index) => starts.includes(name) && order.indexOf(name) === index),
  ).toEqual(starts);
  await page.evaluate(() => window.lab.vapi.stop());
  await waitForEvent(page, 'call-end');
  expect((await readMessages(page)).at(-1)).toEqual({
    ...ended,
    endedReason: 'customer-ended-call',
  });
});

test('the local voice provider reports the reason of the end once', async ({ page, call }) => {
  await call('hung-up-en-instant');
  await waitForEvent(page, 'call-end');
  const ends = (await readMessages(page)).filter(({ status }) => status === 'ended');
  expect(ends).toEqual([{ ...ended, endedReason: 'assistant-ended-call' }]);
});
