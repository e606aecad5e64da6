import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { en } from '@/lib/content/en';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { type CallPage, english, languages, test } from './call-page';
import { findLostWords } from '../accessibility/lost-words';
import { getContactDialog, getField } from '../contact/contact-form';
import { recordShifts, readShifts } from '../support/shifts';
import { waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';

const sizes = [
  { width: 360, height: 600 },
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

declare global {
  interface Window {
    /** Every animated property, as "property: milliseconds". */
    transitions: Set<string>;
  }
}

/** Begins to record what is animated. Runs in the page. */
function watchAnimations(): void {
  window.transitions = new Set();
  addEventListener('animationstart', ({ target }) => {
    // The brand's ornament moves once, when the page comes into view.
    if (!(target instanceof Element) || target.closest('.voice-bars')) return;
    if (!target.closest('.stage')) return;
    for (const animation of target.getAnimations()) {
      const effect = animation.effect as KeyframeEffect;
      const { iterations, duration } = effect.getTiming();
      if (iterations === Infinity) continue;
      const kept = ['offset', 'computedOffset', 'easing', 'composite'];
      for (const frame of effect.getKeyframes())
        for (const property of Object.keys(frame))
          if (!kept.includes(property)) window.transitions.add(`${property}: ${Number(duration)}`);
    }
  });
}

/**
 * Waits for the typeface: one that comes late moves lines a little, and `layout-shift.spec.ts` says
 * how much it may.
 */
async function waitForTypeface(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitUntilSettled(page);
}

/** Measures what a call must not move, in rounded pixels of the document. */
const measurePositions = (page: Page) =>
  page.evaluate(() => {
    const measureTop = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box ? Math.round(box.top + scrollY) : null;
    };
    const stage = document.querySelector('.stage')?.getBoundingClientRect();
    return {
      page: document.documentElement.scrollHeight,
      heading: measureTop('#phone-caller h2') ?? measureTop('h1'),
      stage: measureTop('.stage'),
      height: Math.round(stage?.height ?? 0),
    };
  });

/** Makes a call that passes through all states, and calls back in each. */
async function walkThroughCall(
  call: CallPage,
  onState: (state: string) => Promise<void>,
): Promise<void> {
  const { copy, page, press, stage } = call;
  await page.clock.install();
  await call.open('slow-join');
  await onState('idle');
  await press(copy.start);
  await expect(stage).toContainText(copy.connecting);
  await onState('connecting');
  await page.clock.fastForward(5_000);
  await call.expectLive();
  await expect(call.widget.getByRole('log').getByRole('paragraph')).not.toHaveCount(0);
  const voices = call.widget.locator('.voice-record');
  await expect(voices).toBeVisible();
  await onState('live');
  await press(copy.mute);
  await expect(stage).toContainText(copy.youAreMuted);
  await onState('muted');
  await press(copy.sound);
  await expect(call.widget.getByRole('slider')).toBeVisible();
  await onState('sound');
  await press(copy.sound);
  await press(copy.keyboard);
  await expect(call.widget.getByRole('textbox')).toBeFocused();
  await onState('typing');
  await page.clock.fastForward(15_000);
  await press(copy.end);
  await expect(stage).toContainText(copy.receipt.rating);
  await expect(voices).toBeVisible();
  await onState('receipt');
}

for (const language of languages)
  test.describe(language.code, () => {
    test.use({ language });

    for (const { width, height } of sizes) {
      const isQuick = language !== english && width === 390;
      test(
        `a whole call shifts no layout: ${width}×${height}`,
        isQuick ? {} : long,
        async ({ page, call }) => {
          await page.setViewportSize({ width, height });
          const seen: [state: string, places: Awaited<ReturnType<typeof measurePositions>>][] = [];
          const isPhone = width < 640;
          await walkThroughCall(call, async (state) => {
            await waitForTypeface(page);
            if (state === 'idle') {
              await page.evaluate(recordShifts, false);
              await page.evaluate(watchAnimations);
            }
            seen.push([state, await measurePositions(page)]);
            // On a phone the press on Start has brought the whole stage under the header.
            if (!isPhone || state === 'idle' || state === 'receipt') return;
            await expect.poll(() => isUnderHeader(page), { message: state }).toBe(true);
          });
          const [[, first]] = seen as [(typeof seen)[0]];
          for (const [state, now] of seen)
            for (const what of ['heading', 'stage', 'page', 'height'] as const) {
              // A receipt may be higher than the call was: it grows at its lower edge.
              const mayGrow = state === 'receipt' && (what === 'page' || what === 'height');
              if (mayGrow) continue;
              const moved = Math.abs((now[what] ?? 0) - (first[what] ?? 0));
              expect(moved, `${what}, ${state}`).toBeLessThanOrEqual(1);
            }
          // Those shortly after a press count as well.
          expect(await readShifts(page)).toEqual([]);
          const transitions = await page.evaluate(() => [...window.transitions]);
          expect(transitions.length).toBeGreaterThan(0);
          for (const transition of transitions) {
            const [property, ms] = transition.split(': ');
            expect(['transform', 'opacity']).toContain(property);
            expect(Number(ms)).toBeLessThanOrEqual(200);
          }
        },
      );
    }

    test(
      'a failed call shifts no layout',
      language === english ? {} : long,
      async ({ page, call, expectedErrors }) => {
        expectedErrors.push('/api/call');
        await page.setViewportSize({ width: 390, height: 664 });
        await call.open('wrong-key');
        await waitForTypeface(page);
        const before = await measurePositions(page);
        await call.press(call.copy.start);
        await expect(call.stage).toContainText(call.copy.errorTitle);
        expect(await measurePositions(page)).toEqual(before);
        await expect(call.stage).toBeInViewport({ ratio: 1 });
        await expect(call.stage.getByText(call.copy.ready, { exact: true })).toHaveCount(0);
      },
    );

    // English words are shorter.
    test(
      'the labels of the controls fit on one line at 360 px',
      language === english ? long : {},
      async ({ page, call }) => {
        await page.setViewportSize({ width: 360, height: 600 });
        await call.startLive('silent');
        const measureLabels = () =>
          page.locator('.stage-key').evaluateAll((keys) =>
            keys.map((key) => {
              const words = document.createRange();
              words.selectNode(document.createTreeWalker(key, NodeFilter.SHOW_TEXT).nextNode()!);
              return {
                word: key.textContent,
                lines: words.getClientRects().length,
                fits: key.scrollWidth <= key.clientWidth,
              };
            }),
          );
        const { mute, muted, keyboard, sound, end } = call.copy;
        const createFittingLabels = (words: string[]) =>
          words.map((word) => ({ word, lines: 1, fits: true }));
        expect(await measureLabels()).toEqual(createFittingLabels([mute, keyboard, sound, end]));
        await call.press(mute);
        await expect(call.getButton(muted)).toBeVisible();
        expect(await measureLabels()).toEqual(createFittingLabels([muted, keyboard, sound, end]));
      },
    );
  });

test('many messages cover neither the controls nor the conversation', async ({
  page,
  context,
  call,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_INTERNET_DISCONNECTED');
  await page.clock.install();
  await call.startLive('silent');
  await call.press(call.copy.mute);
  // Every microphone is unplugged.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotFoundError'));
    for (const track of window.calls.tracks) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  });
  await expect(call.stage).toContainText(call.copy.microphoneLost);
  await page.clock.fastForward(241_000);
  await context.setOffline(true);
  await expect(call.stage.getByText(call.copy.interrupted, { exact: true })).toBeVisible();
  for (const [width, height] of [
    [320, 400],
    [320, 640],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const conversation = await call.widget.locator('.stage-talk').boundingBox();
    expect(conversation!.height, `${width} px`).toBeGreaterThanOrEqual(44);
    await call.stage.scrollIntoViewIfNeeded();
    expect(await findLostWords(page, '.stage')).toEqual([]);
  }
  await context.setOffline(false);
});

test('captions follow the newest words until the visitor scrolls up', async ({ page, call }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await call.startLive('silent');
  const { copy } = call;
  const captions = call.widget.getByRole('region', { name: copy.captions, exact: true });
  const field = await call.openKeyboard();
  const measureDistanceToEnd = () =>
    captions.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  for (const words of ['What does it cost?', 'Which hours?', 'Is there a person?']) {
    await field.fill(words);
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await expect(captions.getByText(words, { exact: true })).toBeAttached();
    await expect.poll(measureDistanceToEnd).toBeLessThan(2);
  }
  await captions.hover();
  const newest = call.getButton(copy.newest);
  // Repeats the turn of the wheel, because a word that arrives meanwhile may undo it.
  await expect(async () => {
    await page.mouse.wheel(0, -1000);
    await expect(newest).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await newest.click();
  await expect(newest).toHaveCount(0);
  await expect(captions).toBeFocused();
  await expect.poll(measureDistanceToEnd).toBeLessThan(2);
});

test('a bubble of several lines is filled to its right edge', async ({ page, call }) => {
  await page.setViewportSize({ width: 420, height: 844 });
  await call.startLive('silent');
  const words = 'Is there anything free on Monday at ten in the morning perhaps';
  await call.type(words);
  const bubble = call.widget.locator('.bubble', { hasText: words });
  const { lines, emptyWidth } = await bubble.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const rects = [...text.getClientRects()];
    const { right } = element.getBoundingClientRect();
    const padding = parseFloat(getComputedStyle(element).paddingRight);
    const widest = Math.max(...rects.map((rect) => rect.right));
    return { lines: rects.length, emptyWidth: right - padding - widest };
  });
  expect(lines).toBeGreaterThan(1);
  expect(emptyWidth).toBeLessThan(20);
});

test('words typed while the assistant speaks follow without a layout shift', async ({
  page,
  call,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await call.startLive('silent');
  await waitForTypeface(page);
  await page.evaluate(recordShifts, false);
  const { widget } = call;
  const field = await call.openKeyboard();
  const typeWords = async (words: string) => {
    await field.fill(words);
    await field.press('Enter');
    await expect(widget.getByRole('log').getByText(words, { exact: true })).toBeAttached();
  };
  await typeWords('What does it cost?');
  await expect(widget.locator('.bubble-unfinished')).toBeVisible();
  await typeWords('Which hours?');
  // Its answer to the second words.
  await expect(widget.getByRole('log')).toContainText(lines.en.answer[0] ?? '');
  await waitUntilSettled(page);
  expect(await readShifts(page)).toEqual([]);
});

test('a typed request is answered, and the receipt prefills the contact form', async ({
  page,
  call,
}) => {
  await page.clock.install();
  await call.startLive('silent');
  const { copy, widget } = call;
  await call.type('Can you move my appointment to Friday morning?');
  await expect(widget.getByRole('log')).toContainText(copy.tools.note_in_crm.done);
  await page.clock.fastForward(12_000);
  await call.press(copy.end);

  await expect(call.stage).toContainText(copy.endedBy.visitor);
  const downloading = page.waitForEvent('download');
  await call.press(copy.receipt.download);
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${copy.receipt.fileName}.txt`);
  // With the byte order mark.
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith(`\uFEFF${copy.speakers.assistant}: `)).toBe(true);
  await widget.locator('.stage-controls [role="group"] button').last().click();
  await expect(widget.getByText(copy.receipt.rated, { exact: true })).toBeVisible();
  await widget.getByRole('checkbox').check();
  await widget.getByRole('button', { name: en.actions.claim, exact: true }).click();
  const dialog = getContactDialog(page);
  await expect(getField(dialog, 'service_type')).toHaveValue('appointment-scheduling');
  await expect(getField(dialog, 'message')).toHaveValue(/move my appointment to Friday morning/);
});

test('what a call shows is there before it is dialled', async ({ page, call, expectedErrors }) => {
  expectedErrors.push('ERR_FAILED');
  const { copy, widget } = call;
  await page.clock.install();
  await call.open('silent');
  await page.route('**/_next/static/**', (route) => route.abort());
  await call.press(copy.start);
  await call.expectLive();
  await page.unroute('**/_next/static/**');
  await call.press(copy.sound);
  await expect(widget.getByRole('group', { name: copy.soundSettings, exact: true })).toBeVisible();
  await page.clock.fastForward(12_000);
  await call.press(copy.end);
  await expect(call.stage).toContainText(copy.receipt.rating);
  await expect(call.getButton(copy.receipt.copy)).toBeVisible();
  await expect(call.getButton(copy.receipt.download)).toBeVisible();
});

/** Whether the stage begins below the header and ends above the lower edge of the window. */
const isUnderHeader = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector('.stage')?.getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect();
    const below = header && header.bottom > 0 ? header.bottom : 0;
    return Boolean(stage && stage.top >= below && stage.bottom <= innerHeight);
  });
