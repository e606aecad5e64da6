import { devices, type Page, type PageScreenshotOptions } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { computeContrast, type Rgb } from '@/scripts/brand/contrast';
import { escapeHtml } from '@/__tests__/support/html';
import { findLowContrast } from './contrast';
import { states } from './states';
import { CallPage, test } from '../call/call-page';
import { expectAccessible } from './expect-accessible';
import { waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';

/** How pages look to a visitor with these settings; `text-size.spec.ts` has larger texts. */
const looks = {
  plain: {},
  'reduced motion': { reducedMotion: 'reduce' },
  'forced colors': { forcedColors: 'active' },
} as const;

for (const { name, enter, errors = [], needsNarrowScreen, part, isLong } of states)
  test.describe(`accessible: ${name}`, () => {
    // Where the call's script reports a failure to its vendor.
    test.use({ expectedErrors: errors, expectedViolations: ['sentry.io'] });
    test.beforeEach(({ page }) => page.setViewportSize({ width: 320, height: 900 }));

    test('at 320 px and with large text', isLong ? long : {}, async ({ page }) => {
      await enter(page);
      await expectAccessible(page, part);
      expect(await findTextNextToElements(page)).toEqual([]);
      expect(await findSmallTargets(page)).toEqual([]);
      expect(await findCutOffBoxes(page)).toEqual([]);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await page.setViewportSize({ width: needsNarrowScreen ? 768 : 1280, height: 900 });
      expect(await findCutOffBoxes(page)).toEqual([]);
      await expectStillness(page);
    });

    for (const [look, media] of Object.entries(looks))
      test(look, long, async ({ page }) => {
        await page.emulateMedia(media);
        await enter(page);
        for (const width of [320, 768, 1440]) {
          if (needsNarrowScreen && width > 1000) continue;
          await page.setViewportSize({ width, height: 900 });
          await expectAccessible(page, part);
          expect(await findSmallTargets(page), `targets at ${width} px`).toEqual([]);
          expect(await findCutOffBoxes(page), `cut off at ${width} px`).toEqual([]);
        }
        await expectStillness(page);
      });
  });

/** Expects that nothing moves if the visitor prefers reduced motion. */
async function expectStillness(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Applied by the next frame.
  await waitUntilSettled(page);
  expect(await page.evaluate(findMovingElements)).toEqual([]);
}

/**
 * Finds what moves, or is about to move. What is out of sight and not rendered is checked later,
 * once it is rendered.
 */
const findMovingElements = () =>
  document
    .getAnimations()
    .map(({ effect }) => (effect as KeyframeEffect).target as Element)
    .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    .map((element) => element.outerHTML);

test('an ornament moves once when it comes into view', long, async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
  });
  const readMoved = () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
  const readMoving = () => page.evaluate(findMovingElements);
  await page.goto('/');
  await expect.poll(readMoved).toContain('voice');
  await expect.poll(readMoving, { timeout: 20_000 }).toEqual([]);
  const { length } = await readMoved();
  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  await expect.poll(async () => (await readMoved()).slice(length)).toContain('voice');
  await expect.poll(readMoving, { timeout: 20_000 }).toEqual([]);
});

test('ornaments do not move on a phone', async ({ browser }) => {
  const baseURL = process.env.E2E_SITE_URL ?? '';
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL });
  const page = await context.newPage();
  const countMoving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).target?.closest('[aria-hidden]'))
          .length,
    );
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await countMoving()).toBe(0);
  await page.locator('#phone-caller .voice-bars').scrollIntoViewIfNeeded();
  await expect(page.locator('#phone-caller .voice-bars')).toBeInViewport();
  expect(await countMoving()).toBe(0);
  await context.close();
});

const withMuchText = /^(landing page|dialog with errors|call: muted.*|personal page after a call)$/;
for (const { name, enter } of states.filter((state) => withMuchText.test(state.name))) {
  const testDetails = name === 'landing page' ? {} : long;
  test(`every text has enough contrast on its pixels: ${name}`, testDetails, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await enter(page);
      expect(await findLowContrast(page)).toEqual([]);
    }
  });
}

test('low contrast on a gradient is detected', async ({ page }) => {
  await page.goto('/outreach?vapi_assistant_id=demo-cs', { waitUntil: 'networkidle' });
  // By a style rule, because React replaces the button while it is being measured.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-call-main] { color: var(--color-accent); }');
    document.adoptedStyleSheets.push(sheet);
  });
  await expect
    .poll(() => findLowContrast(page))
    .toEqual([expect.stringContaining(`<span>${escapeHtml(callCopyCs.start)}<`)]);
});

test('field and button borders and the focus ring have a contrast of 3:1', async ({ page }) => {
  await states.find(({ name }) => name === 'dialog with errors')?.enter(page);
  expect(await findWeakEdges(page)).toEqual([]);
  // With the edges of a card, which need no contrast, the fields' and buttons' are found.
  await page.evaluate(() =>
    document.documentElement.style.setProperty('--color-line-strong', 'var(--color-line)'),
  );
  await expect.poll(() => findWeakEdges(page)).toEqual(['field', 'button']);
});

test('results that axe leaves incomplete are reported', async ({ page }) => {
  await page.goto('/privacy', { waitUntil: 'networkidle' });
  await page.evaluate(() =>
    document.querySelector('main')?.append(document.createElement('video')),
  );
  await expect(expectAccessible(page)).rejects.toThrow(/left open by axe[\s\S]*video-caption/);
});

/** Finds edges with less than 3:1 against one of their backgrounds. */
async function findWeakEdges(page: Page): Promise<string[]> {
  const { edges, grounds } = await page.evaluate(() => {
    const getStyle = (selector: string) => getComputedStyle(document.querySelector(selector)!);
    return {
      edges: {
        field: getStyle('#contact-message').borderTopColor,
        'bad field': getStyle('#contact-email').borderTopColor,
        button: getStyle('.btn-quiet').borderTopColor,
        ring: getStyle(':focus-visible').outlineColor,
      },
      grounds: ['body', '#contact-dialog', '#site-menu'].map(
        (selector) => getStyle(selector).backgroundColor,
      ),
    };
  });
  const readColor = (color: string): Rgb => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
    return [red, green, blue];
  };
  return Object.entries(edges)
    .filter(([, edge]) =>
      grounds.some((ground) => !(computeContrast(readColor(edge), readColor(ground)) >= 3)),
    )
    .map(([name]) => name);
}

test('a select has an arrow in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/contact');
  const select = page.locator('select');
  const box = (await select.boundingBox())!;
  const clip = { x: box.x + box.width - 48, y: box.y + 8, width: 44, height: box.height - 16 };
  expect(await countColors(page, clip), 'colors at the end of the select').toBeGreaterThan(1);
});

test('the level of the microphone is drawn in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const call = new CallPage(page);
  await call.startLive('silent');
  await call.press(call.copy.sound);
  // The lists of the devices come a moment later, and move it.
  await expect
    .poll(async () => countColors(page, (await call.widget.getByRole('meter').boundingBox())!))
    .toBeGreaterThan(1);
});

type Clip = NonNullable<PageScreenshotOptions['clip']>;

async function countColors(page: Page, clip: Clip): Promise<number> {
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, picture.width, picture.height);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }, png);
}

/** Finds elements whose text has siblings: translators replace it, and React then fails. */
const findTextNextToElements = (page: Page) =>
  page.evaluate(() => {
    const isText = ({ nodeType }: Node) => nodeType === Node.TEXT_NODE;
    const isCounted = (node: Node) => isText(node) || node.nodeType === Node.ELEMENT_NODE;
    return [...document.querySelectorAll('body, body *:not(script, style)')]
      .map((element) => ({ element, nodes: [...element.childNodes].filter(isCounted) }))
      .filter(({ nodes }) => nodes.length > 1 && nodes.some(isText))
      .map(({ element }) => element.outerHTML.slice(0, 200));
  });

/** Finds links and controls under 44 px, except links inside a sentence (WCAG 2.5.8). */
const findSmallTargets = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    return (
      [...all]
        // The honeypot field is outside the screen.
        .filter((element) => element.tabIndex >= 0)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        // A press on its label is a press on a box or a radio button.
        .map((element) => ({ element, target: element.closest('label') ?? element }))
        .map(({ element, target }) => ({ element, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)
    );
  });

/** Finds boxes that cut their content off, or scroll sideways. */
const findCutOffBoxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('html, body *:not(input, select)')]
      .filter((box) => box.checkVisibility())
      // For screen readers alone.
      .filter((box) => getComputedStyle(box).clipPath !== 'inset(50%)')
      .filter((box) => {
        const { overflowX, overflowY } = getComputedStyle(box);
        // Without a scroll bar, one pixel is a matter of rounding.
        const isScrolled = box.matches('html') || /auto|scroll/.test(overflowX);
        const isTooWide = box.scrollWidth > box.clientWidth + (isScrolled ? 0 : 1);
        const isTooHigh = box.scrollHeight > box.clientHeight + 1;
        const mustFit = box.matches('html, a, button') || overflowX !== 'visible';
        return (
          (isTooWide && mustFit) ||
          (isTooHigh && /hidden|clip/.test(overflowY) && box.tagName !== 'HTML')
        );
      })
      .map((box) => `${box.outerHTML.slice(0, 90)} ${box.scrollWidth}×${box.scrollHeight}`),
  );
