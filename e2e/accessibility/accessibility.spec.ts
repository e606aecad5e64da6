import { devices, type Locator, type Page } from '@playwright/test';
import { computeContrast } from '@/scripts/brand/contrast';
import { readColor, readGrounds } from './contrast';
import {
  findBrokenLinkLines,
  findMovingElements,
  findSmallTargets,
  findTextNextToElements,
} from './find-faults';
import { findLostWords } from './lost-words';
import { enterForm, refuseForm, visits } from './states';
import type { State } from './visit';
import { CallPage, test } from '../call/call-page';
import { personalPath } from '../outreach/outreach-page';
import { expectAccessible } from './expect-accessible';
import { openPage, waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';

// Where the call's script reports a failure to its vendor.
test.use({ expectedViolations: ['sentry.io'], viewport: { width: 320, height: 900 } });

/** Runs a check in each state of a visit. */
function testVisits(
  title: string,
  form: object,
  check: (page: Page, state: State) => Promise<void>,
) {
  for (const { states, errors = [], isLong } of visits)
    test(
      `${title}: ${states.map(({ name }) => name).join(', ')}`,
      isLong ? long : form,
      async ({ page, expectedErrors }) => {
        expectedErrors.push(...errors);
        test.setTimeout(states.length * 90_000);
        for (const state of states)
          await test.step(state.name, async () => {
            await state.enter(page);
            await check(page, state);
            await page.evaluate(() => (document.documentElement.style.fontSize = ''));
            await page.setViewportSize({ width: 320, height: 900 });
            await page.emulateMedia({ reducedMotion: null, forcedColors: null });
          });
      },
    );
}

testVisits('accessible at 320 px, and with large text', {}, async (page, { part }) => {
  await expectAccessible(page, part);
  expect(await findTextNextToElements(page)).toEqual([]);
  expect(await findSmallTargets(page)).toEqual([]);
  expect(await findBrokenLinkLines(page)).toEqual([]);
  expect(await findLostWords(page, part)).toEqual([]);
  await expectStillness(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  // The menu is there on narrow screens only.
  await page.setViewportSize({ width: part === 'header' ? 768 : 1280, height: 900 });
  expect(await findLostWords(page, part)).toEqual([]);
});

testVisits('accessible in every look and width', long, async (page, { part }) => {
  // The test above has looked at 320 px in the page's own colors.
  for (const [forcedColors, widths] of [
    ['none', [768, 1440]],
    ['active', [320, 768, 1440]],
  ] as const)
    for (const width of widths) {
      if (part === 'header' && width > 1000) continue;
      await page.emulateMedia({ forcedColors });
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, part);
      expect(await findSmallTargets(page), `targets at ${width} px`).toEqual([]);
    }
});

testVisits('loses no words in large text', long, async (page, { part }) => {
  // The example call fades in from below its place.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const client = await page.context().newCDPSession(page);
  // The browser's size also scales media queries, the page's doesn't.
  for (const [standard, fontSize] of [[20], [24], [32], [16, '32px']] as const) {
    await client.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize ?? '');
    for (const width of [320, 360, 412, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      const what = `${fontSize ?? standard} in ${width} px`;
      expect(await findLostWords(page, part), what).toEqual([]);
    }
  }
});

/** Expects that nothing moves if the visitor prefers reduced motion. */
async function expectStillness(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Applied by the next frame.
  await waitUntilSettled(page);
  expect(await findMovingElements(page)).toEqual([]);
}

test('an ornament comes to rest by itself', long, async ({ page }) => {
  const countMoving = async () => (await findMovingElements(page)).length;
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(countMoving).toBeGreaterThan(0);
  await expect.poll(countMoving).toBe(0);
});

test.describe('on a phone', () => {
  const { viewport, userAgent, deviceScaleFactor } = devices['Pixel 7']!;
  test.use({ viewport, userAgent, deviceScaleFactor, hasTouch: true, isMobile: true });

  test('ornaments do not move', async ({ page }) => {
    const listMovingOrnaments = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect }) => (effect as KeyframeEffect).target?.closest('[aria-hidden]'))
          .filter(Boolean),
      );
    await openPage(page, '/');
    expect(await listMovingOrnaments()).toEqual([]);
    const bars = page.locator('#phone-caller .voice-bars');
    await bars.scrollIntoViewIfNeeded();
    await expect(bars).toBeInViewport();
    expect(await listMovingOrnaments()).toEqual([]);
    await bars.evaluate((ornament) => void ornament.animate({ opacity: 0 }, 60_000));
    expect(await listMovingOrnaments()).toHaveLength(1);
  });
});

test('low contrast on a gradient, and what axe leaves open, are detected', async ({ page }) => {
  await openPage(page, `${personalPath}demo-cs`);
  // By a style rule, because React replaces the button.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-call-main] { color: var(--color-accent) !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  await expect(expectAccessible(page, '.stage')).rejects.toThrow(/contrast on the pixels/);
  await page.evaluate(() =>
    document.querySelector('.stage')!.append(document.createElement('video')),
  );
  await expect(expectAccessible(page, '.stage')).rejects.toThrow(
    /left open by axe[\s\S]*video-caption/,
  );
});

test('field and button borders and the focus ring have a contrast of 3:1', async ({ page }) => {
  await enterForm(page);
  await refuseForm(page);
  const read = async (selector: string, property: string) =>
    (await page.locator(selector).first().evaluate(readColor, property))!;
  for (const [selector, property] of [
    ['#contact-message', 'border-top-color'],
    ['#contact-email', 'border-top-color'],
    ['.btn-quiet', 'border-top-color'],
    [':focus-visible', 'outline-color'],
  ] as const)
    for (const ground of ['body', '#contact-dialog', '#site-menu']) {
      const behind = await read(ground, 'background-color');
      const contrast = computeContrast(await read(selector, property), behind);
      expect(contrast, `${selector} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
});

test.describe('in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  /** Counts the colors of a part of the page, from `left` on. */
  async function countColors(page: Page, part: Locator, left = 0) {
    const { x, y, width, height } = (await part.boundingBox())!;
    // Without a border of 4 px.
    const clip = { x: x + left + 4, y: y + 4, width: width - left - 8, height: height - 8 };
    const png = (await page.screenshot({ clip })).toString('base64');
    const boxes = [[0, 0, clip.width, clip.height]];
    return (await page.evaluate(readGrounds, { boxes, png })).length;
  }

  test('a select has an arrow, and the level of the microphone is drawn', async ({ page }) => {
    await page.goto('/contact');
    const select = page.locator('select');
    const { width } = (await select.boundingBox())!;
    expect(await countColors(page, select, width - 48)).toBeGreaterThan(1);

    const call = new CallPage(page);
    await call.startLive('silent');
    await call.press(call.copy.sound);
    // The lists of the devices come a moment later, and move it.
    const meter = call.widget.getByRole('meter');
    await expect.poll(() => countColors(page, meter)).toBeGreaterThan(1);
  });
});

test('words that are cut off, spilled or on top of others are found', async ({ page }) => {
  await page.setContent('');
  await page.evaluate(() => {
    const { body } = document;
    const add = (parent: Element, style: Partial<CSSStyleDeclaration>, text = '') => {
      const element = parent.appendChild(document.createElement('div'));
      element.textContent = text;
      Object.assign(element.style, style);
      return element;
    };
    const narrow = add(body, { overflow: 'hidden', width: '3rem' });
    add(narrow, { width: '20rem' }, 'Cut off words');
    const low = add(body, { border: '1px solid', height: '4rem', marginBottom: '9rem' });
    add(low, { marginTop: '5rem' }, 'Spilled');
    add(body, {}, 'Below');
    add(body, { marginTop: '-1.5rem' }, 'Above');
    add(body, { marginLeft: '110vw' }, 'Outside');
  });
  expect(await findLostWords(page)).toEqual([
    expect.stringMatching(/^“Cut off words” outside <div/),
    expect.stringMatching(/^“Spilled” outside <div/),
    '“Outside” outside the page',
    '“Below” on “Above”',
    'the page scrolls sideways',
  ]);
});

test('text next to elements, broken lines, small targets and movement are found', async ({
  page,
}) => {
  const bad = [
    '<p>Text <b>next to an element</b></p>',
    '<p><span>A line that is </span><a style="display: inline-block; padding: 7px">higher</a></p>',
    '<p><span>No space</span><a> before it</a></p>',
    '<p><span>Not </span><a style="display: block">in the line</a></p>',
    '<button style="width: 44px; height: 43px"></button>',
  ];
  const good = [
    '<p><span>A link in </span><a href="/">its line</a></p>',
    '<button style="width: 44px; height: 44px"></button>',
    '<label style="display: block; min-height: 44px"><input type="checkbox"></label>',
  ];
  await page.setContent([...bad, ...good, '<style>p { line-height: 20px }</style>'].join(''));
  expect(await findTextNextToElements(page)).toEqual([bad[0]]);
  expect(await findBrokenLinkLines(page)).toEqual(bad.slice(1, 4));
  expect(await findSmallTargets(page)).toEqual([`${bad[4]} 44×43`]);
  await page.locator('b').evaluate((element) => void element.animate({ opacity: 0 }, 60_000));
  expect(await findMovingElements(page)).toEqual(['<b>next to an element</b>']);
});
