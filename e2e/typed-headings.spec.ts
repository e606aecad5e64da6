import type { Page } from '@playwright/test';
import { expect, test } from './test';

/** The page as assistive technology has it: role, name and ignored or not, of all but the boxes of single lines. */
async function treeOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ role }) => role?.value !== 'InlineTextBox')
    .map(({ role, name, ignored }) => `${ignored} ${role?.value} ${name?.value ?? ''}`);
}

for (const id of ['features', 'demo', 'phone-caller', 'contact']) {
  test(`the tree is the same at 0 ms, at 500 ms and at the end of typing: #${id}`, async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    // React comes with the first sign of the visitor.
    await page.mouse.move(100, 100);
    const lines = page.locator(`#${id} h2 .typing-line`);
    const states = () =>
      lines.evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset.typing));
    await expect(lines.first()).toHaveAttribute('data-typing', 'idle');
    // Nothing but the heading is to change: the call widget never gets to load.
    await page.route('**/*.js', () => {});
    await page
      .locator(`#${id} h2`)
      .evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect(lines.first()).toHaveAttribute('data-typing', /waiting|typing/);
    const first = await treeOf(page);
    const text = (await lines.allTextContents()).join('').trim();
    expect(first).toContain(`false heading ${text}`);
    await page.waitForTimeout(500);
    expect(await states()).toContain('typing');
    expect(await treeOf(page)).toEqual(first);
    await expect(lines.last()).toHaveAttribute('data-typing', 'done', { timeout: 15_000 });
    expect(await treeOf(page)).toEqual(first);
  });
}
