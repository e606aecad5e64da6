import { ERROR_TEXTS } from '@/lib/content/errors';
import { states } from '../accessibility/states';
import { czech, english, test } from '../call/call-page';
import { waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { countTranslated, translatePage, type TranslationStart } from './translator';

const translationStarts: TranslationStart[] = ['before React', 'after React'];
/** A state of each part of the pages; the call below types words. The long form has all states. */
const quickStates = new Set([
  'landing page',
  'dialog with errors',
  'dialog after sending',
  'personal page after a call',
]);

for (const start of translationStarts) {
  for (const { name, enter, errors = [] } of states) {
    test(
      `a page translated ${start} works: ${name}`,
      quickStates.has(name) && start === 'before React' ? {} : long,
      async ({ page, expectedErrors, expectedViolations }) => {
        expectedErrors.push(...errors);
        // Where the call's script reports a failure to its vendor.
        expectedViolations.push('sentry.io');
        await page.setViewportSize({ width: 320, height: 900 });
        await translatePage(page, start);
        await enter(page);
        await expect.poll(() => countTranslated(page)).toBeGreaterThan(0);
        await waitUntilSettled(page);
        if (name !== 'thrown error')
          await expect(page.getByText(ERROR_TEXTS.en.title, { exact: true })).toHaveCount(0);
      },
    );
  }
}

for (const [language, start, form] of [
  [czech, 'after React', {}],
  [english, 'before React', long],
] as const)
  test.describe(language.code, () => {
    const { code, copy } = language;
    test.use({ language });

    test(`a call works on a page translated ${start}`, form, async ({ page, call }) => {
      await translatePage(page, start);
      await call.startLive('silent');
      await expect(call.widget.getByRole('timer')).toHaveText(/^00:0[1-9]$/);
      await call.press(copy.mute);
      await expect(call.stage).toContainText(copy.youAreMuted);
      await call.press(copy.muted);
      await expect(call.stage.getByText(copy.youAreMuted, { exact: true })).toHaveCount(0);
      await call.type('Move my appointment');
      const log = call.widget.getByRole('log');
      await expect(log).toContainText('Move my appointment');
      await expect(log).toContainText(lines[code].moved.at(-1) ?? '');

      await call.press(copy.end);
      await expect(call.stage).toContainText(copy.receipt.rating);
      await call.expectReleased();
      await call.press(copy.start);
      await call.expectLive();
      expect(await countTranslated(page)).toBeGreaterThan(20);
    });
  });

test('every heading of a page translated before React is readable', long, async ({ page }) => {
  await translatePage(page, 'before React');
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.move(100, 100);
  for (const heading of await page.locator('h2:has(.typing-line)').all()) {
    await heading.scrollIntoViewIfNeeded();
    await expect(heading.locator('font').first()).toBeVisible();
    await expect(heading.locator('.typing-line:not([data-typing="done"])')).toHaveCount(0);
  }
});
