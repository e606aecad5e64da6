import type { Page } from '@playwright/test';
import { titleOf } from '../../proofs/sdk-contract/assumptions';
import { observerInterval, recordingSize } from './constant-tests';
import { answerWebCall, expect, holds, openLab, recordedCall, test, webCall } from './contract';

holds('9.observer', observerInterval);

holds('9.recording.size', async (page) => {
  await answerWebCall(page, recordedCall);
  await recordingSize(page);
});

const recording = (page: Page) =>
  page.evaluate(async () => {
    await window.lab.dial();
    return window.lab.request('local-recording-start');
  });

holds(
  '9.recording.background',
  async (page) => {
    await answerWebCall(page, recordedCall);
    expect((await recording(page)).backgroundColor).toBe('#FF1F2D3D');
  },
  '#FF1F2D3D',
);

holds('9.recording.layout', async (page) => {
  await answerWebCall(page, recordedCall);
  expect((await recording(page)).layout).toEqual({ preset: 'default' });
});

holds('9.subscription', async (page) => {
  const properties = await page.evaluate(async () => {
    await window.lab.dial();
    return (await window.lab.request('join-meeting')).properties;
  });
  expect(properties).toMatchObject({ subscribeToTracksAutomatically: false });
});

const subscribed = (page: Page) =>
  page.evaluate(async () => {
    await window.lab.dial();
    await window.lab.letIn();
    const { properties } = await window.lab.request('update-participant');
    return (properties as { setSubscribedTracks: unknown }).setSubscribedTracks;
  });

holds('9.subscription.audio', async (page) => {
  for (const provider of ['11labs', 'tavus']) {
    await answerWebCall(page, { ...webCall, assistant: { voice: { provider } } });
    expect(await subscribed(page)).toMatchObject({ audio: true });
    await page.reload();
  }
});

holds('9.subscription.video-recording', async (page) => {
  expect(await subscribed(page)).toEqual({ audio: true, video: false });
  await page.reload();
  await answerWebCall(page, recordedCall);
  expect(await subscribed(page)).toEqual({ audio: true, video: true });
});

holds('9.subscription.video-tavus', async (page) => {
  await answerWebCall(page, { ...webCall, assistant: { voice: { provider: 'tavus' } } });
  expect(await subscribed(page)).toEqual({ audio: true, video: true });
  await page.reload();
  await answerWebCall(page, { ...webCall, assistant: { voice: { provider: 'tavusx' } } });
  expect(await subscribed(page)).toEqual({ audio: true, video: false });
});

holds(
  '9.speaker',
  async (page) => {
    const listen = (name: string) =>
      page.evaluate(async (user_name) => {
        const { lab } = window;
        await lab.dial();
        await lab.letIn({ user_name });
        // After somebody else, the speaker: by then somebody else's sound would be playing, too.
        if (user_name !== 'Vapi Speaker') await lab.letIn({ session_id: 'second' });
        await lab.playing();
        const playable = window.machine.of('app-msg').filter(({ data }) => data === 'playable');
        return [
          playable.length,
          document.querySelectorAll('audio').length,
          lab.all('audio').length,
        ];
      }, name);
    expect(await listen('Vapi Speaker')).toEqual([1, 1, 1]);
    await page.reload();
    expect(await listen('Somebody else')).toEqual([1, 1, 1]);
  },
  'Vapi Speaker',
);

holds('9.noise', async (page) => {
  const settings = await page.evaluate(async () => {
    await window.lab.dial();
    return (await window.lab.request('update-input-settings')).inputSettings;
  });
  expect(settings).toEqual({ audio: { processor: { type: 'noise-cancellation' } } });
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  test(titleOf(['3.events.mobile']), async ({ page, scripts }) => {
    await openLab(page, scripts);
    await answerWebCall(page, { message: 'no' }, 500);
    const context = await page.evaluate(async () => {
      await window.lab.dial();
      return window.lab.all('call-start-failed')[0].context;
    });
    expect(context).toMatchObject({ isMobile: true });
  });

  test(titleOf(['9.mobile']), async ({ page, scripts }) => {
    await page.clock.install();
    await openLab(page, scripts);
    await page.clock.pauseAt(Date.now() + 60_000);
    const state = () =>
      page.evaluate(() => [
        window.lab.stages('mobile-permissions'),
        window.lab.stages('daily-call-join'),
      ]);
    await page.evaluate(() => void window.lab.dial());
    await expect.poll(state).toEqual([['started'], []]);
    await page.clock.runFor(999);
    expect(await state()).toEqual([['started'], []]);
    await page.clock.runFor(1);
    await expect.poll(state).toEqual([
      ['started', 'completed'],
      ['started', 'completed'],
    ]);
  });
});
