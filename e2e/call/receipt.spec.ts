import type { Page } from '@playwright/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { czech, test } from './call-page';
import { findLostWords } from '../accessibility/lost-words';
import { expect, long } from '../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' }, language: czech });

const measureStageTop = (page: Page) =>
  page.evaluate(() => document.querySelector('.stage')!.getBoundingClientRect().top);

for (const [width, height, minLines, tag] of [
  [320, 640, 5, {}],
  [390, 664, 5, long],
  [768, 1024, 8, long],
  [1440, 900, 8, long],
] as const)
  test(
    `the receipt shows the conversation uncut: ${width}×${height}`,
    tag,
    async ({ page, call }) => {
      const { copy, widget } = call;
      await page.setViewportSize({ width, height });
      await page.clock.install();
      await call.startLive('silent');
      const field = await call.type('Move my appointment');
      await expect(widget.getByRole('log')).toContainText(lines.cs.moved.at(-1)!);
      // More than fits into the conversation.
      await field.fill('Lorem ipsum dolor sit amet, '.repeat(15));
      await field.press('Enter');
      await page.clock.fastForward(12_000);
      await call.getButton(copy.end).scrollIntoViewIfNeeded();
      const top = await measureStageTop(page);
      await call.press(copy.end);
      await expect(call.stage).toContainText(copy.receipt.rating);
      expect(Math.abs((await measureStageTop(page)) - top)).toBeLessThanOrEqual(1);

      const conversation = widget.getByRole('region', { name: copy.captions, exact: true });
      await expect(conversation).toBeInViewport({ ratio: 1 });
      // Its end fades out.
      const fade = 12;
      const wholeLines = await conversation.evaluate((box, fade) => {
        const { top, bottom } = box.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(box);
        const rows = [...text.getClientRects()].filter(
          (rect) => rect.top >= top - 1 && rect.bottom <= bottom - fade + 1,
        );
        return new Set(rows.map((rect) => Math.round((rect.top + rect.bottom) / 2 / 8))).size;
      }, fade);
      expect(wholeLines).toBeGreaterThanOrEqual(minLines);
      await expect(call.getButton(copy.receipt.copy)).toBeInViewport({ ratio: 1 });
      const download = widget.getByRole('link', { name: copy.receipt.download, exact: true });
      await expect(download).toBeInViewport({ ratio: 1 });
      expect(await findLostWords(page, '.stage')).toEqual([]);
    },
  );

test('a call fits a phone in landscape', async ({ page, call }) => {
  const { copy } = call;
  await page.setViewportSize({ width: 740, height: 360 });
  await call.startLive('silent');
  await call.type('Move my appointment');
  const newest = call.widget.getByText(lines.cs.moved.at(-1)!, { exact: true });
  for (const seen of [call.getButton(copy.mute), call.getButton(copy.end), newest])
    // A bubble may end on half a pixel.
    await expect(seen).toBeInViewport({ ratio: 0.98 });
});
