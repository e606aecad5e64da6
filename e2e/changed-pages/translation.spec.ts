import { ERROR_TEXTS } from '@/lib/content/errors';
import { visits } from '../accessibility/states';
import { czech, english, test } from '../call/call-page';
import { openPage, waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';
import { countTranslated, translatePage } from './translator';

/** A visit of each part of the pages; the call below types words. The long form has all. */
const quickVisits = ['landing page', 'dialog', 'personal page with a tracking error'];

for (const start of ['before React', 'after React'] as const)
  for (const { states, errors = [] } of visits)
    test(
      `a page translated ${start} works: ${states[0].name}`,
      quickVisits.includes(states[0].name) && start === 'before React' ? {} : long,
      async ({ page, expectedErrors, expectedViolations }) => {
        expectedErrors.push(...errors);
        // Where the call's script reports a failure to its vendor.
        expectedViolations.push('sentry.io');
        await page.setViewportSize({ width: 320, height: 900 });
        await translatePage(page, start);
        for (const { name, enter } of states) {
          await enter(page);
          await expect.poll(() => countTranslated(page), name).toBeGreaterThan(0);
          await waitUntilSettled(page);
          if (name !== 'thrown error')
            await expect(page.getByText(ERROR_TEXTS.en.title, { exact: true })).toHaveCount(0);
        }
      },
    );

for (const [language, start, form] of [
  [czech, 'after React', {}],
  [english, 'before React', long],
] as const)
  test.describe(language.code, () => {
    const { copy } = language;
    test.use({ language });

    test(`a call works on a page translated ${start}`, form, async ({ page, call }) => {
      await translatePage(page, start);
      await page.clock.install();
      await call.startLive('silent');
      await expect(call.widget.getByRole('timer')).not.toHaveText('00:00');
      await call.press(copy.mute);
      await expect(call.stage).toContainText(copy.youAreMuted);
      await call.press(copy.muted);
      await expect(call.stage.getByText(copy.youAreMuted, { exact: true })).toHaveCount(0);
      await call.type('Move my appointment');
      const log = call.widget.getByRole('log');
      await expect(log).toContainText('Move my appointment');
      await expect(log).toContainText(copy.tools.note_in_crm.done);

      // Long enough for a receipt.
      await page.clock.fastForward(12_000);
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
  await openPage(page, '/');
  await page.mouse.move(100, 100);
  const headings = await page.locator('h2:has(.typing-line)').all();
  expect(headings.length).toBeGreaterThan(3);
  for (const heading of headings) {
    await heading.scrollIntoViewIfNeeded();
    await expect(heading.locator('font').first()).toBeVisible();
    await expect(heading.locator('.typing-line:not([data-typing="done"])')).toHaveCount(0);
  }
});
