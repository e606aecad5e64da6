import { en } from '@/lib/content/en';
import { serviceCardsEn } from '@/lib/content/services-en';
import { waitForReactHandlers } from '../support/loading';
import { engines, expect, long, test } from '../support/test';
import { getMenuButton } from './menu';

test('each link in the header leads to its section', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  // The first one leads to where the page begins.
  for (const { label: name, href } of [...en.header.links].reverse()) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${href}$`));
    await expect(page.locator(href)).toBeInViewport();
    // Once it has hydrated, Next restores the address that it began with.
    await waitForReactHandlers(page.getByRole('banner').getByRole('button').first());
  }
});

for (const [width, hasTouch, javaScriptEnabled, form = {}] of [
  [390, true, true],
  [390, true, false],
  [768, true, true, long],
  [768, true, false, long],
  [768, false, true, engines],
  [768, false, false, long],
] as const) {
  const pointer = hasTouch ? 'tap' : 'click';
  const script = javaScriptEnabled ? 'with' : 'without';
  test.describe(`at ${width} px, ${script} script`, form, () => {
    test.use({ viewport: { width, height: 1000 }, hasTouch, javaScriptEnabled });

    test(`a ${pointer} outside the menu only closes it`, async ({ page }) => {
      await page.goto('/');
      const url = page.url();
      const menu = page.locator('#site-menu');
      const toggle = getMenuButton(page);
      const targets = [
        page.getByRole('banner').getByRole('link', { name: en.header.home, exact: true }),
        page.getByRole('link', { name: en.hero.call.callLink, exact: true }),
        page.getByRole('button', { name: serviceCardsEn['ai-customer-support']!.ask, exact: true }),
        page.getByRole('button', { name: en.actions.getStartedToday, exact: true }).first(),
        page.getByRole('link', { name: en.features.demoLink, exact: true }),
      ];
      for (const target of targets) {
        // Scrolls it to the bottom of the window, which the menu does not reach.
        await target.evaluate((it) => {
          const top = it.closest('header') ? 0 : it.getBoundingClientRect().bottom - innerHeight;
          scrollBy({ top: top + 20, behavior: 'instant' });
        });
        const box = (await target.boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await toggle.click();
        await expect(menu).toBeVisible();
        await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
        await expect(menu).toBeHidden();
        await expect(page.locator('dialog[open]')).toHaveCount(0);
        expect(page.url()).toBe(url);
      }
      // The same link leads on once the menu is closed.
      await targets.at(-1)?.click();
      await expect(page).toHaveURL(/#phone-caller$/);
    });
  });
}

test('a click inside the menu keeps it open', engines, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.locator('#site-menu');
  const toggle = getMenuButton(page);
  await toggle.click();
  const { x, y, width, height } = (await menu.boundingBox())!;
  // Its edges, where it has neither links nor buttons.
  await page.mouse.click(x + width / 2, y + 5);
  await page.mouse.click(x + 5, y + height / 2);
  await expect(menu).toBeVisible();
  await toggle.click();
  await expect(menu).toBeHidden();
});

test('an open dialog locks scrolling after it has been painted', async ({ page }) => {
  await page.goto('/');
  const measureWidth = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  const readOverflow = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  const before = await measureWidth();
  const opener = page
    .locator('#home')
    .getByRole('button', { name: en.actions.getStarted, exact: true });
  const lockedAtFirst = await opener.evaluate((button: HTMLButtonElement) => {
    button.click();
    return getComputedStyle(document.documentElement).overflowY;
  });
  await expect(page.locator('#contact-dialog')).toBeVisible();
  // The scroll lock repaints the page; the dialog comes first.
  expect(lockedAtFirst).toBe('visible');
  expect(await measureWidth()).toBe(before);
  await expect.poll(readOverflow).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(page.locator('#contact-dialog')).toBeHidden();
  expect(await measureWidth()).toBe(before);
  await expect.poll(readOverflow).toBe('visible');
});

test('the empty place of the scroll bar is as dark as the page behind a dialog', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.locator('#home').getByRole('button', { name: en.actions.getStarted }).click();
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  const png = (await page.screenshot()).toString('base64');
  const [left, right] = await page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    const context = new OffscreenCanvas(innerWidth, innerHeight).getContext('2d')!;
    context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    return [1, innerWidth - 2].map((x) => [...context.getImageData(x, innerHeight / 2, 1, 1).data]);
  }, png);
  // Half-transparent colors are rounded.
  for (const [part, value] of left!.entries())
    expect(Math.abs(value - right![part]!), `${right} beside ${left}`).toBeLessThan(3);
});

test('a long brand leaves the links of the header in one line', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto('/');
  const link = page.getByRole('banner').getByRole('link', { name: en.header.home, exact: true });
  const measureWith = async (brand: string) => {
    await link.locator('span').evaluate((name, text) => (name.textContent = text), brand);
    return (await page.getByRole('banner').boundingBox())!.height;
  };

  expect(await measureWith('Ringwell Automation')).toBe(await measureWith('Ringwell'));
});

test('a brand of 45 letters breaks between words only', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const name = page.getByRole('banner').getByRole('link', { name: en.header.home }).locator('span');
  await name.evaluate((span) => {
    span.textContent = 'Kommunikation & Söhne Telefonassistenz Europa';
  });
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
});

test('only drawings move in the example call, once', async ({ page }) => {
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

test('no drawing touches the edge of its card', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const drawings = page.locator('#demo .service-art');
  await drawings.last().scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const distances = await drawings.evaluateAll((all) =>
    all.map((drawing) => {
      const use = drawing.querySelector('use')!;
      const { x, y, width, height } = use.getBBox();
      const matrix = use.getScreenCTM()!;
      const start = new DOMPoint(x, y).matrixTransform(matrix);
      const end = new DOMPoint(x + width, y + height).matrixTransform(matrix);
      const card = drawing.parentElement!.getBoundingClientRect();
      return Math.min(
        start.x - card.left,
        start.y - card.top,
        card.right - end.x,
        card.bottom - end.y,
      );
    }),
  );
  expect(distances.length).toBeGreaterThan(0);
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(8);
});

for (const width of [320, 390])
  test(`the rows of the two lists in the footer line up at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const lists = await page
      .locator('footer nav')
      .evaluateAll((all) =>
        all.map((list) =>
          [...list.querySelectorAll('li')].map((row) =>
            Math.round(row.getBoundingClientRect().top),
          ),
        ),
      );
    expect(lists).toHaveLength(2);
    const rows = Math.min(...lists.map(({ length }) => length));
    expect(lists[0]?.slice(0, rows)).toEqual(lists[1]?.slice(0, rows));
  });
