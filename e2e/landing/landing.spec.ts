import { en } from '@/lib/content/en';
import { engines, expect, test } from '../support/test';
import { getMenuButton } from './menu';

for (const [width, hasTouch, javaScriptEnabled, tag] of [
  [390, true, true, {}],
  [390, true, false, {}],
  [768, false, true, engines],
] as const)
  test.describe(`at ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, tag, () => {
    test.use({ viewport: { width, height: 1000 }, hasTouch, javaScriptEnabled });

    test('a press outside the menu only closes it, one inside does nothing', async ({ page }) => {
      await page.goto('/');
      const url = page.url();
      const menu = page.locator('#site-menu');
      const toggle = getMenuButton(page);
      const press = (x: number, y: number) =>
        hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
      const demoLink = page.getByRole('link', { name: en.features.demoLink, exact: true });
      for (const target of [
        page.getByRole('banner').getByRole('link', { name: en.header.home, exact: true }),
        page.getByRole('button', { name: en.actions.getStartedToday, exact: true }).first(),
        demoLink,
      ]) {
        // Scrolls it to the bottom of the window, which the menu does not reach.
        await target.evaluate((it) => {
          const top = it.closest('header') ? 0 : it.getBoundingClientRect().bottom - innerHeight;
          scrollBy({ top: top + 20, behavior: 'instant' });
        });
        const box = (await target.boundingBox())!;
        await toggle.click();
        await expect(menu).toBeVisible();
        const sheet = (await menu.boundingBox())!;
        // Its edge, where it has neither links nor buttons.
        await press(sheet.x + sheet.width / 2, sheet.y + 5);
        await expect(menu).toBeVisible();
        await press(box.x + box.width / 2, box.y + box.height / 2);
        await expect(menu).toBeHidden();
        await expect(page.locator('dialog[open]')).toHaveCount(0);
        expect(page.url()).toBe(url);
      }
      // The same link leads on once the menu is closed.
      await demoLink.click();
      await expect(page).toHaveURL(/#phone-caller$/);
    });
  });

test('an open dialog locks scrolling after it has been painted', async ({ page }) => {
  await page.goto('/');
  const measureWidth = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  const before = await measureWidth();
  const lockedAtFirst = await page
    .locator('#home')
    .getByRole('button', { name: en.actions.getStarted, exact: true })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      return getComputedStyle(document.documentElement).overflowY;
    });
  await expect(page.locator('#contact-dialog')).toBeVisible();
  // The scroll lock repaints the page; the dialog comes first.
  expect(lockedAtFirst).toBe('visible');
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  expect(await measureWidth()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible');
  expect(await measureWidth()).toBe(before);
});

test('a long brand breaks between words only, and its links stay in one line', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const header = page.getByRole('banner');
  const name = header.getByRole('link', { name: en.header.home, exact: true }).locator('span');
  const write = (brand: string) => name.evaluate((span, text) => (span.textContent = text), brand);
  await write('Kommunikation & Söhne Telefonassistenz Europa');
  // The first is a phone of 320 px, whose scroll bar takes no room.
  for (const width of [335, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await name.evaluate((span) => {
      const text = span.firstChild as Text;
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? word : [];
      });
    });
    expect(broken, `${width} px`).toEqual([]);
    const content = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(content, `${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1024, height: 900 });
  const heights = [];
  for (const brand of ['Ringwell', 'Ringwell Automation']) {
    await write(brand);
    heights.push((await header.boundingBox())!.height);
  }
  expect(heights[1]).toBe(heights[0]);
});

test('only drawings move in the example call, once', async ({ page }) => {
  // Stopped, so that none is over before it is listed.
  const client = await page.context().newCDPSession(page);
  await client.send('Animation.enable');
  await client.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.goto('/');
  const moved = await page
    .locator('.example-call')
    .evaluate((call) =>
      call
        .getAnimations({ subtree: true })
        .map(({ effect }) =>
          (effect as KeyframeEffect).target?.closest('svg')
            ? Number(effect?.getComputedTiming().endTime)
            : 'text',
        ),
    );
  expect(moved.length).toBeGreaterThan(0);
  expect(Math.max(...moved.map(Number))).toBeLessThanOrEqual(5_000);
});
