import type { Page } from '@playwright/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { test } from './call-page';
import { expect } from '../support/test';

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

test('a visitor who types stops the assistant, and the words stay', async ({ page, call }) => {
  const { copy, widget } = call;
  await call.startLive('silent');
  await expect(widget.getByText(copy.speaking, { exact: true })).toBeVisible();
  const field = await call.openKeyboard();
  await field.fill('CRM');
  const stop = call.getButton(copy.stopTalking);
  await expect.poll(() => measureVoice(page)).toBeGreaterThan(0.01);
  await stop.click();
  await expect(stop).toHaveCount(0);
  await expect(widget.getByText(copy.listening, { exact: true })).toBeVisible();
  await expect.poll(() => measureVoice(page)).toBeLessThan(0.001);
  // The rest of the greeting is not heard.
  const log = widget.getByRole('log');
  await expect(log.getByRole('paragraph').last()).toContainText(copy.interruption);
  await expect(log).not.toContainText(lines.en.greeting.at(-1)!);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('CRM');
});
