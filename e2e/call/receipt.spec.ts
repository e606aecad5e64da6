import type { Page } from '@playwright/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { type CallPage, czech, english, languages, test } from './call-page';
import { expect, long } from '../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Has the assistant do something in a call, and types more than fits into the conversation. */
async function holdConversation(call: CallPage): Promise<void> {
  const { spoken } = call.language;
  await call.page.clock.install();
  await call.startLive('silent');
  const field = await call.type('Move my appointment');
  await expect(call.widget.getByRole('log')).toContainText(lines[spoken].moved.at(-1) ?? '');
  await field.fill('Lorem ipsum dolor sit amet, '.repeat(15));
  await field.press('Enter');
  await call.page.clock.fastForward(12_000);
}

async function endCall(call: CallPage): Promise<void> {
  await call.press(call.copy.end);
  await expect(call.stage).toContainText(call.copy.receipt.rating);
}

const getConversation = ({ widget, copy }: CallPage) =>
  widget.getByRole('region', { name: copy.captions, exact: true });

/** Counts the lines of text that can be read as a whole, as the browser lays them out. */
const countWholeLines = (call: CallPage) =>
  getConversation(call).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(box);
    const rows = [...text.getClientRects()].filter(
      (rect) => rect.top >= top - 1 && rect.bottom <= bottom + 1,
    );
    return new Set(rows.map((rect) => Math.round((rect.top + rect.bottom) / 2 / 8))).size;
  });

/** Lists the texts and buttons of the stage that an edge cuts through. */
const listCutElements = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector('.stage')!;
    const isClipping = (element: Element) => getComputedStyle(element).overflowY !== 'visible';
    const isCut = (rect: DOMRect, from: Element) => {
      for (let box: Element | null = from; box && stage.contains(box); box = box.parentElement) {
        if (!isClipping(box) && box !== stage) continue;
        const { top, bottom } = box.getBoundingClientRect();
        if (rect.bottom <= top + 1 || rect.top >= bottom - 1) return false;
        if (rect.top < top - 1 || rect.bottom > bottom + 1) return true;
      }
      return false;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const parent = node.parentElement!;
      if (parent.closest('.sr-only, [hidden], .invisible')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects())
        if (rect.height > 0 && isCut(rect, parent)) found.push(node.data);
    }
    for (const control of stage.querySelectorAll('button, a, input, select'))
      if (control.checkVisibility() && isCut(control.getBoundingClientRect(), control))
        found.push(control.outerHTML);
    return found;
  });

const sizes = [
  { width: 320, height: 640, lines: 5 },
  { width: 390, height: 664, lines: 5 },
  { width: 390, height: 844, lines: 5 },
  { width: 768, height: 1024, lines: 8 },
  { width: 1440, height: 900, lines: 8 },
];

for (const language of languages)
  test.describe(language.code, () => {
    test.use({ language });

    for (const { width, height, lines: minLines } of sizes) {
      const isQuick = language === czech && height === 664;
      test(
        `the receipt shows the conversation uncut: ${width}×${height}`,
        isQuick ? {} : long,
        async ({ page, call }) => {
          const { copy } = language;
          await page.setViewportSize({ width, height });
          await holdConversation(call);
          const top = await measureStageTop(page);
          await endCall(call);
          expect(Math.abs((await measureStageTop(page)) - top)).toBeLessThanOrEqual(1);

          const conversation = getConversation(call);
          expect(await countWholeLines(call)).toBeGreaterThanOrEqual(minLines);
          await expect(conversation).toBeInViewport({ ratio: 1 });
          await expect(page.locator('[role="region"] + [aria-hidden] .icon')).toBeVisible();
          const copyButton = call.getButton(copy.receipt.copy);
          await expect(copyButton).toBeInViewport({ ratio: 1 });
          await expect(call.getButton(copy.receipt.download)).toBeInViewport({ ratio: 1 });
          expect(await listCutElements(page)).toEqual([]);
          expect(await listAccentedElements(page)).toEqual([]);

          await conversation.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
          await expect(page.locator('[role="region"] + [aria-hidden] .icon')).toHaveCount(0);

          await page.evaluate(() =>
            document.documentElement.style.setProperty('font-size', '200%'),
          );
          await conversation.evaluate((box) => box.scrollTo({ top: 0 }));
          expect(await listCutElements(page)).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
          if (width > 700) expect(overflow).toBeLessThanOrEqual(width);
        },
      );
    }

    for (const [width, height] of [
      [740, 360],
      [844, 390],
    ] as const) {
      test(
        `a call fits a phone in landscape: ${width}×${height}`,
        language === english && width === 740 ? {} : long,
        async ({ page, call }) => {
          const { copy, spoken } = language;
          await page.setViewportSize({ width, height });
          await call.startLive('silent');
          await call.type('Move my appointment');
          const newest = call.widget.getByText(lines[spoken].moved.at(-1) ?? '', { exact: true });
          for (const seen of [call.getButton(copy.mute), call.getButton(copy.end), newest])
            // A bubble may end on half a pixel.
            await expect(seen).toBeInViewport({ ratio: 0.98 });
        },
      );
    }
  });

const measureStageTop = (page: Page) =>
  page.evaluate(() => document.querySelector('.stage')!.getBoundingClientRect().top);

/** Lists what has the accent color between the conversation and the rating. */
const listAccentedElements = (page: Page) =>
  page.evaluate(() => {
    const names = ['accent', 'accent-ink', 'accent-from', 'accent-to', 'hint'];
    const accents = names.map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`),
    );
    const probe = document.body.appendChild(document.createElement('i'));
    const colors = accents.map((color) => {
      probe.style.color = color;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    const from = document.querySelector('.stage [role="region"]')!.getBoundingClientRect().top;
    const to = document
      .querySelector('.stage-controls [role="group"]')!
      .getBoundingClientRect().bottom;
    return [...document.querySelectorAll('.stage *')]
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const { color, backgroundColor, borderTopColor } = getComputedStyle(element);
        const used = [color, backgroundColor, borderTopColor];
        return top >= from && bottom <= to && used.some((value) => colors.includes(value));
      })
      .map((element) => element.outerHTML);
  });

test(
  'a long word does not make the conversation scroll horizontally',
  long,
  async ({ page, call }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.clock.install();
    await call.startLive('silent');
    const word = `https://example.com/${'a'.repeat(300)}`;
    await call.type(word);
    await expect(call.widget.getByText(word, { exact: true })).toBeVisible();
    const isWide = () => getConversation(call).evaluate((box) => box.scrollWidth > box.clientWidth);
    expect(await isWide()).toBe(false);
    await page.clock.fastForward(12_000);
    await endCall(call);
    await expect(getConversation(call)).toContainText(word);
    expect(await isWide()).toBe(false);
  },
);

test('right-to-left text is laid out from right to left', async ({ page, call }) => {
  const hebrew = 'שלום, כמה זה עולה?';
  await call.startLive('silent');
  const field = await call.openKeyboard();
  const readDirection = (locator: typeof field) =>
    locator.evaluate((element) => getComputedStyle(element).direction);
  await field.fill(hebrew);
  expect(await readDirection(field)).toBe('rtl');
  await field.press('Enter');
  expect(await readDirection(call.widget.getByText(hebrew, { exact: true }))).toBe('rtl');
  await field.fill('What does it cost?');
  expect(await readDirection(field)).toBe('ltr');
  const message = page.locator('#contact-message');
  await message.evaluate((area: HTMLTextAreaElement, text) => (area.value = text), hebrew);
  expect(await readDirection(message)).toBe('rtl');
});

for (const font of ['the typeface', 'a fallback'] as const) {
  test(
    `the timer has no gaps, and no digit moves that stays the same, in ${font}`,
    font === 'a fallback' ? long : {},
    async ({ page, call, expectedErrors }) => {
      expectedErrors.push('.woff2');
      if (font === 'a fallback') await page.route('**/*.woff2', (route) => route.abort());
      await page.clock.install();
      await call.startLive('silent');
      const timer = call.widget.getByRole('timer');
      const measureTimer = () =>
        timer.evaluate((element) => {
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const characters: { character: string; left: number; right: number }[] = [];
          while (texts.nextNode()) {
            const text = texts.currentNode as Text;
            [...text.data].forEach((character, index) => {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + 1);
              const { left, right } = range.getBoundingClientRect();
              characters.push({ character, left, right });
            });
          }
          const { left, right } = element.getBoundingClientRect();
          return { left, right, characters };
        });
      let earlier = await measureTimer();
      for (let second = 0; second < 12; second += 1) {
        const { left, right, characters } = await measureTimer();
        expect(characters).toHaveLength(5);
        expect([left, right]).toEqual([earlier.left, earlier.right]);
        expect(characters.at(-1)?.right).toBeLessThanOrEqual(right + 0.5);
        characters.forEach((current, index) => {
          const previous = characters[index - 1];
          if (previous) expect(current.left - previous.right).toBeCloseTo(0, 0);
        });
        const firstChange = characters.findIndex(
          ({ character }, index) => character !== earlier.characters[index]?.character,
        );
        characters.slice(0, firstChange < 0 ? 5 : firstChange).forEach((current, index) => {
          expect(current.left).toBeCloseTo(earlier.characters[index]?.left ?? NaN, 1);
        });
        earlier = { left, right, characters };
        await page.clock.fastForward(1_000);
      }
    },
  );
}

for (const width of [390, 1440]) {
  test(`the length of a call is on the title's baseline at ${width} px`, async ({ page, call }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.clock.install();
    await call.startLive('silent');
    await page.clock.fastForward(12_000);
    await call.press(call.copy.end);
    await expect(call.stage).toContainText(call.copy.receipt.rating);
    const baselines = await call.stage.evaluate((stage) => {
      const top = stage.querySelector('[role="status"]')!.parentElement!;
      const readBaseline = (element: Element) => {
        const marker = element.appendChild(document.createElement('span'));
        marker.style.display = 'inline-block';
        const { bottom } = marker.getBoundingClientRect();
        marker.remove();
        return bottom;
      };
      return [top.querySelector('[role="status"] p > span:last-child')!, top.lastElementChild!].map(
        readBaseline,
      );
    });
    expect(baselines[0]).toBeCloseTo(baselines[1]!, 0);
  });
}
