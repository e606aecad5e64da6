import type { Page } from '@playwright/test';
import { findLostWords } from './lost-words';
import { states } from './states';
import { CallPage, test } from '../call/call-page';
import { expect, long } from '../support/test';

// The example call fades in from below its place.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const widths = [320, 360, 412, 768, 1024, 1440];
/** Sizes of the root's text, by who sets them. The browser's also scale media queries. */
const sizes = { browser: [20, 24, 32], page: [32] } as const;

/** One state for each kind of layout: a page, a popover, a dialog. */
const quickStates = ['landing page', 'menu', 'dialog with errors'];

for (const { name, enter, errors = [], part } of states)
  test.describe(`large text: ${name}`, () => {
    test.use({
      expectedErrors: errors,
      expectedViolations: ['sentry.io'],
      viewport: { width: 320, height: 740 },
    });

    test('loses no words', quickStates.includes(name) ? {} : long, async ({ page }) => {
      await enter(page);
      const setTextSize = await createTextSizeSetter(page);
      for (const by of ['browser', 'page'] as const) {
        for (const size of sizes[by]) {
          await setTextSize(by, size);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 740 });
            const what = `${size} px, set by the ${by}, in ${width} px`;
            expect(await findLostWords(page, part), what).toEqual([]);
          }
        }
      }
    });
  });

test('a number to dial among the ways on loses no words', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotFoundError'));
  });
  const call = new CallPage(page);
  await call.start('silent');
  await expect(call.stage).toContainText(call.copy.errorTitle);
  // As `PhoneButton`, which is there only with `site.phone`.
  await page.evaluate(() => {
    const ways = document.querySelector('.stage-failed .stage-ways')!;
    const link = ways.appendChild(document.createElement('a'));
    Object.assign(link, {
      className: 'btn btn-quiet whitespace-nowrap @max-[17rem]:whitespace-normal',
      href: 'tel:+420777123456',
    });
    link.appendChild(document.createElement('span')).textContent = '+420 (777) 123-456';
  });
  const setTextSize = await createTextSizeSetter(page);
  for (const by of ['browser', 'page'] as const) {
    await setTextSize(by, 32);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      expect(await findLostWords(page, '.stage'), `${by}, ${width} px`).toEqual([]);
    }
  }
});

async function createTextSizeSetter(page: Page) {
  const client = await page.context().newCDPSession(page);
  return async (by: keyof typeof sizes, size: number) => {
    const standard = by === 'browser' ? size : 16;
    await client.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.evaluate(
      (fontSize) => document.documentElement.style.setProperty('font-size', fontSize),
      by === 'page' ? `${size}px` : '',
    );
  };
}

test('words that are cut off, spilled or on top of others are found', async ({ page }) => {
  await page.goto('/privacy');
  await page.evaluate(() => {
    const add = (parent: Element, tag: string, style: Partial<CSSStyleDeclaration>, text = '') => {
      const element = parent.appendChild(document.createElement(tag));
      element.textContent = text;
      Object.assign(element.style, style);
      return element;
    };
    const { body } = document;
    body.replaceChildren();
    const narrow = add(body, 'div', { overflow: 'hidden', width: '3rem' });
    add(narrow, 'p', { width: '20rem' }, 'Cut off words');
    const low = add(body, 'div', { border: '1px solid', height: '4rem', marginBottom: '9rem' });
    add(low, 'p', { marginTop: '5rem' }, 'Spilled');
    add(body, 'p', {}, 'Below');
    add(body, 'p', { marginTop: '-1.5rem' }, 'Above');
    add(body, 'p', { marginLeft: '110vw' }, 'Outside');
  });
  expect(await findLostWords(page)).toEqual([
    expect.stringMatching(/^“Cut off words” cut off by <div/),
    expect.stringMatching(/^“Spilled” outside <div/),
    '“Outside” outside the page',
    '“Below” on “Above”',
  ]);
});
