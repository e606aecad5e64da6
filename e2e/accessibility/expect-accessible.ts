import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { TEXT_CONTRAST } from '@/scripts/brand/contrast';
import { findLowContrast, readMinContrast } from './contrast';

/**
 * Fails on any accessibility violation in the page as it stands (WCAG 2.2 A, AA, best practice, and
 * AAA contrast if the palette has it), and on whatever axe leaves open. Contrast is the one thing
 * it may leave open: that is measured on the pixels instead.
 *
 * @param part a selector of all that is looked at; the whole page when absent
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // Text that is about to appear is checked in its final state. Ornaments may move.
  await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => !(effect as KeyframeEffect).target?.closest('[aria-hidden]'))
      .forEach((animation) => animation.finish()),
  );
  // Forced colors are the visitor's own; axe still reads the page's colors under them.
  const isContrastChecked = await page.evaluate(
    () => !matchMedia('(forced-colors: active)').matches,
  );
  const isEnhanced = (await readMinContrast(page)) === TEXT_CONTRAST.recommended;
  const { violations, incomplete } = await new AxeBuilder({ page })
    // Without a page of its own for the results of frames, which there are none of.
    .setLegacyMode()
    .include(part)
    // First, as it resets what was set before.
    .options({
      rules: {
        'color-contrast': { enabled: isContrastChecked },
        'color-contrast-enhanced': { enabled: isContrastChecked && isEnhanced },
        // WCAG 2.5.3; axe still calls it an experiment.
        'label-content-name-mismatch': { enabled: true },
      },
    })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const formatResults = (results: typeof violations) =>
    results.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  const [contrast, open] = [true, false].map((wanted) =>
    incomplete.filter(({ id }) => id.startsWith('color-contrast') === wanted),
  ) as [typeof incomplete, typeof incomplete];
  expect(formatResults(violations)).toEqual([]);
  expect(formatResults(open), 'left open by axe').toEqual([]);
  const selectors = contrast.flatMap(({ nodes }) => nodes.map(({ target }) => String(target)));
  expect(await findLowContrast(page, selectors), 'contrast on the pixels').toEqual([]);
}
