import { states } from '../accessibility/states';
import {
  getButton,
  expectLive,
  expectEverythingReleased,
  languages,
  openKeyboard,
  listOpenTracks,
  startCall,
  getStage,
  test,
  getWidget,
} from '../call/harness';
import { expect, long, waitUntilSettled } from '../support/test';
import lines from '../../local/voice/lines.json' with { type: 'json' };
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
        // In a failed call the network and the vendor's reports may fail; React must not.
        const anything = ['Failed to load resource', 'sentry.io'];
        expectedErrors.push(...errors.flatMap((text) => text || anything));
        // Where the call's script reports a failure to its vendor.
        expectedViolations.push('sentry.io');
        await page.setViewportSize({ width: 320, height: 900 });
        await translatePage(page, start);
        await enter(page);
        // React starts with the first interaction.
        await page.mouse.move(100, 100);
        await expect.poll(() => countTranslated(page)).toBeGreaterThan(0);
        await waitUntilSettled(page);
        if (name !== 'thrown error')
          await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
      },
    );
  }
}

const typedRequests = { en: 'Move my appointment', cs: 'Přesunout termín' };

for (const language of languages) {
  const { id, copy } = language;
  for (const start of translationStarts) {
    test(
      `a call works on a page translated ${start}: ${id}`,
      id === 'cs' && start === 'after React' ? {} : long,
      async ({ page }) => {
        await translatePage(page, start);
        await startCall(page, language, 'silent');
        await expectLive(page, language);
        const widget = getWidget(page, language);
        await expect(widget.getByRole('timer')).toHaveText(/^00:0[1-9]$/);

        await getButton(page, language, copy.mute).click();
        await expect(getStage(page, language)).toContainText(copy.youAreMuted);
        expect(await listOpenTracks(page)).toEqual([{ enabled: false }]);
        await getButton(page, language, copy.muted).click();
        await expect(getStage(page, language)).not.toContainText(copy.youAreMuted);
        expect(await listOpenTracks(page)).toEqual([{ enabled: true }]);

        await (await openKeyboard(page, language)).fill(typedRequests[id]);
        await page.keyboard.press('Enter');
        const log = widget.getByRole('log');
        await expect(log).toContainText(typedRequests[id]);
        await expect(log).toContainText(copy.tools.note_in_crm.done);
        await expect(log).toContainText(lines[id].moved.at(-1) ?? '');

        await getButton(page, language, copy.end).click();
        await expect(getStage(page, language)).toContainText(copy.receipt.rating);
        await expectEverythingReleased(page);
        await getButton(page, language, copy.start).click();
        await expectLive(page, language);
        await getButton(page, language, copy.end).click();
        await expectEverythingReleased(page);
        expect(await countTranslated(page)).toBeGreaterThan(20);
      },
    );
  }
}

for (const start of translationStarts) {
  test(
    `every heading of a page translated ${start} is readable`,
    start === 'after React' ? {} : long,
    async ({ page }) => {
      await translatePage(page, start);
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.mouse.move(100, 100);
      for (const heading of await page.locator('h2:has(.typing-line)').all()) {
        await heading.scrollIntoViewIfNeeded();
        await expect(heading.locator('font').first()).toBeVisible();
        await expect(heading.locator('.typing-line:not([data-typing="done"])')).toHaveCount(0);
      }
    },
  );
}
