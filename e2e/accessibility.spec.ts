import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './test';

const full = Boolean(process.env.FULL);
const personal = '/outreach?contact_name=Jana&vapi_assistant_id=demo';

const openDialog = async (page: Page) => {
  await page.locator('#home').getByRole('button', { name: 'Get Started', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Get In Touch' })).toBeVisible();
};
const states: { name: string; path: string; enter?: (page: Page) => Promise<void> }[] = [
  { name: 'landing page', path: '/' },
  { name: 'dialog', path: '/', enter: openDialog },
  {
    name: 'dialog with errors',
    path: '/',
    enter: async (page) => {
      await openDialog(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByLabel('Service type')).toBeFocused();
    },
  },
  { name: 'form without dialog', path: '/contact' },
  { name: 'privacy notice', path: '/privacy' },
  { name: 'personal page', path: personal },
  { name: 'personal page without an assistant', path: '/outreach' },
  { name: 'unknown address', path: '/no-such-page' },
];
const looks = {
  plain: {},
  'reduced motion': { reducedMotion: 'reduce' },
  'forced colours': { forcedColors: 'active' },
} as const;
const widths = full ? [320, 768, 1440] : [320];

for (const { name, path, enter } of states) {
  for (const [look, media] of Object.entries(looks).slice(0, full ? 3 : 1)) {
    for (const width of widths) {
      test(`axe finds nothing: ${name}, ${width} px, ${look}`, async ({ page, expectedErrors }) => {
        expectedErrors.push('status of 404');
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia(media);
        await page.goto(path, { waitUntil: 'networkidle' });
        await enter?.(page);
        await expectAccessible(page);
      });
    }
  }

  test(`targets are large enough and nothing moves where motion is unwelcome: ${name}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 404');
    await page.setViewportSize({ width: 320, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path, { waitUntil: 'networkidle' });
    await enter?.(page);
    expect(await smallTargets(page)).toEqual([]);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test(`text of twice the size cuts nothing off: ${name}`, async ({ page, expectedErrors }) => {
    expectedErrors.push('status of 404');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await enter?.(page);
    const overflow = await page.evaluate(() => {
      const root = document.documentElement;
      root.style.fontSize = '200%';
      return root.scrollWidth - root.clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('ornaments move where motion is welcome, so that their rest is worth a test', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
});

/** Links and controls smaller than 44 px; links inside a sentence are exempt, as in WCAG 2.5.8. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea');
    return (
      [...all]
        // The trap for programs stands off the screen, where nobody can reach it.
        .filter((element) => element.tabIndex >= 0)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)
    );
  });
