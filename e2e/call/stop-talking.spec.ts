import type { Page } from '@playwright/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { type CallPage, english, languages, test } from './call-page';
import { expect, long } from '../support/test';

declare global {
  interface Window {
    voiceMeter?: AnalyserNode;
  }
}

/** Measures the sound that the assistant's element plays now: its highest amplitude, 0 to 1. */
const measureVoice = (page: Page) =>
  page.evaluate(() => {
    if (!window.voiceMeter) {
      const context = new AudioContext();
      window.voiceMeter = new AnalyserNode(context, { fftSize: 8192 });
      const player = document.querySelector('audio')!;
      context.createMediaStreamSource(player.srcObject as MediaStream).connect(window.voiceMeter);
    }
    const samples = new Float32Array(window.voiceMeter.fftSize);
    window.voiceMeter.getFloatTimeDomainData(samples);
    return Math.max(...samples.map(Math.abs));
  });

/** Presses “Stop talking” in the middle of the greeting, and expects that its rest is not heard. */
async function stopGreeting(call: CallPage): Promise<void> {
  const { page, widget, copy, language } = call;
  const stop = call.getButton(copy.stopTalking);
  await expect.poll(() => measureVoice(page)).toBeGreaterThan(0.01);
  await stop.click();
  await expect(stop).toHaveCount(0);
  await expect(widget.getByText(copy.listening, { exact: true })).toBeVisible();
  expect(await measureVoice(page)).toBeLessThan(0.001);
  const log = widget.getByRole('log');
  await expect(log.getByRole('paragraph').last()).toContainText(copy.interruption);
  await expect(log).not.toContainText(lines[language.spoken].greeting.at(-1)!);
}

for (const language of languages) {
  test.describe(language.code, language === english ? {} : long, () => {
    test.use({ language });

    test('a muted visitor stops the assistant', async ({ call }) => {
      const { copy } = call;
      await call.startLive('silent');
      await expect(call.widget.getByText(copy.speaking, { exact: true })).toBeVisible();
      await expect(call.getButton(copy.stopTalking)).toHaveCount(0);
      await call.press(copy.mute);
      await stopGreeting(call);
      await expect(call.getButton(copy.examples.sentences[0]!)).toBeFocused();
    });

    test('a visitor who types stops the assistant, and the words stay', async ({ call }) => {
      const { copy } = call;
      await call.startLive('silent');
      await expect(call.widget.getByText(copy.speaking, { exact: true })).toBeVisible();
      const field = await call.openKeyboard();
      await field.fill('CRM');
      await stopGreeting(call);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('CRM');
    });
  });
}
