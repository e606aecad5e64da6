import type { Locator } from '@playwright/test';
import { openPage, stopClock } from '../support/loading';
import { engines, expect, test } from '../support/test';

test('a heading that is being typed is heard as a whole', async ({ page }) => {
  await page.clock.install();
  await openPage(page, '/');
  const lines = page.locator('#features h2 .typing-line');
  const name = (await lines.allTextContents()).join('').trim();
  const section = page.locator('#features');
  const expectWhole = async () => expect(await section.ariaSnapshot()).toBe(before);
  await expect(lines.first()).toHaveAttribute('data-typing', 'idle');
  const before = await section.ariaSnapshot();
  expect(before).toContain(name);
  await stopClock(page);
  await lines
    .first()
    .evaluate((line) => line.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(lines.first()).toHaveAttribute('data-typing', /waiting|typing/);
  await expectWhole();
  await page.clock.runFor(500);
  await expect(section.locator('[data-typing="typing"]')).not.toHaveCount(0);
  await expectWhole();
  await page.clock.resume();
  await expect(lines.last()).toHaveAttribute('data-typing', 'done');
  await expectWhole();
});

/** Scrolls until this part of a section is in view, as docs/behaviour.md (section 9) counts it. */
const scrollToPart = (section: Locator, part: number) =>
  section.evaluate((it, part) => {
    const margin = innerWidth <= 768 ? 50 : 100;
    const { top, height } = it.getBoundingClientRect();
    scrollBy({ top: top + part * height - (innerHeight - margin), behavior: 'instant' });
  }, part);

for (const [width, height, tag] of [
  [320, 256, engines],
  [1440, 900, {}],
] as const)
  test(
    `a heading is typed while a tenth of its section is in view at ${width} px`,
    tag,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openPage(page, '/');
      await expect(page.locator('[data-typing="idle"]')).not.toHaveCount(0);
      for (const id of ['features', 'demo', 'phone-caller', 'questions', 'contact']) {
        const line = page.locator(`#${id} h2 .typing-line`).first();
        await scrollToPart(page.locator(`#${id}`), 0.12);
        await expect(line).toHaveAttribute('data-typing', /typing|done/);
        await scrollToPart(page.locator(`#${id}`), 0.08);
        await expect(line).toHaveAttribute('data-typing', 'idle');
        // Letters that are not typed yet are ghosts.
        const letters = line.locator('span');
        await expect(letters).toHaveCSS('background-image', /(linear-gradient.*){2}/);
      }
    },
  );
