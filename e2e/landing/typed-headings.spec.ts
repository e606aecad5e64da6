import type { Locator, Page } from '@playwright/test';
import { stopClock } from '../support/loading';
import { engines, expect, long, test } from '../support/test';

/** Reads the accessibility tree: role and name of each node, without the boxes of lines. */
async function readTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ role, ignored }) => !ignored && role?.value !== 'InlineTextBox')
    .map(({ role, name }) => `${role?.value} ${name?.value ?? ''}`);
}

for (const id of ['features', 'demo', 'phone-caller', 'contact']) {
  test(
    `typing does not change the accessibility tree: #${id}`,
    id === 'features' ? {} : long,
    async ({ page }) => {
      await page.clock.install();
      await page.goto('/', { waitUntil: 'networkidle' });
      const lines = page.locator(`#${id} h2 .typing-line`);
      const readStates = () =>
        lines.evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset.typing));
      await expect(lines.first()).toHaveAttribute('data-typing', 'idle');
      // The call widget does not load, so that only the heading changes.
      await page.route('**/*.js', () => {});
      // From here on only the test moves the clock.
      await stopClock(page);
      await page
        .locator(`#${id} h2`)
        .evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await expect(lines.first()).toHaveAttribute('data-typing', /waiting|typing/);
      const first = await readTree(page);
      const text = (await lines.allTextContents()).join('').trim();
      expect(first).toContain(`heading ${text}`);
      await page.clock.runFor(500);
      await expect.poll(readStates).toContain('typing');
      expect(await readTree(page)).toEqual(first);
      await page.clock.resume();
      await expect(lines.last()).toHaveAttribute('data-typing', 'done');
      expect(await readTree(page)).toEqual(first);
    },
  );
}

/** Scrolls until this part of a section is in view, as docs/behaviour.md (section 9) counts it. */
const scrollToPart = (section: Locator, part: number) =>
  section.evaluate((it, part) => {
    const margin = innerWidth <= 768 ? 50 : 100;
    const { top, height } = it.getBoundingClientRect();
    scrollBy({ top: top + part * height - (innerHeight - margin), behavior: 'instant' });
  }, part);

for (const [size, tag] of [
  [{ width: 320, height: 256 }, engines],
  [{ width: 390, height: 664 }, long],
  [{ width: 768, height: 1024 }, long],
  [{ width: 1440, height: 900 }, long],
] as const) {
  test(
    `every heading is typed while a tenth of its section is in view at ${size.width}×${size.height}`,
    tag ?? {},
    async ({ page }) => {
      await page.setViewportSize(size);
      await page.goto('/', { waitUntil: 'networkidle' });
      await expect(page.locator('[data-typing="idle"]')).not.toHaveCount(0);
      for (const id of ['features', 'demo', 'phone-caller', 'questions', 'contact']) {
        const heading = page.locator(`#${id} h2`);
        const line = heading.locator('.typing-line').first();
        // Letters that are not typed yet are ghosts.
        const ghosts = await line
          .locator('span')
          .evaluate(
            (letters) => getComputedStyle(letters).backgroundImage.split('linear-gradient').length,
          );
        if ((await line.getAttribute('data-typing')) === 'idle') expect(ghosts).toBe(3);
        await scrollToPart(page.locator(`#${id}`), 0.12);
        await expect(line).toHaveAttribute('data-typing', /typing|done/);
        await scrollToPart(page.locator(`#${id}`), 0.08);
        await expect(line).toHaveAttribute('data-typing', 'idle');
      }
    },
  );
}
