import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { en } from '@/lib/content/en';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { type CallPage, czech, test } from './call-page';
import { findLostWords } from '../accessibility/lost-words';
import { getContactDialog, getField } from '../contact/contact-form';
import { recordShifts, readShifts } from '../support/shifts';
import { waitForTypeface, waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';

/** Measures what a call must not move, in rounded pixels of the document. */
const measurePositions = (page: Page) =>
  page.evaluate(() => {
    const measureTop = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box ? Math.round(box.top + scrollY) : null;
    };
    return {
      page: document.documentElement.scrollHeight,
      heading: measureTop('#phone-caller h2') ?? measureTop('h1'),
      stage: measureTop('.stage'),
      height: document.querySelector('.stage')!.clientHeight,
    };
  });

/** Whether the stage begins below the header and ends above the lower edge of the window. */
const isUnderHeader = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector('.stage')!.getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return stage.top >= Math.max(header, 0) && stage.bottom <= innerHeight;
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
  const log = call.widget.getByRole('log');
  await expect(log.getByRole('paragraph')).not.toHaveCount(0);
  await onState('live');
  await press(copy.mute);
  await expect(stage).toContainText(copy.youAreMuted);
  await onState('muted');
  await press(copy.sound);
  await expect(call.widget.getByRole('slider')).toBeVisible();
  await onState('sound');
  await press(copy.sound);
  await call.type('Move my appointment');
  await expect(log).toContainText(lines[call.language.code].moved.at(-1)!);
  await onState('typing');
  await page.clock.fastForward(15_000);
  await press(copy.end);
  await expect(stage).toContainText(copy.receipt.rating);
  await onState('receipt');
}

test.describe('on the personal page', () => {
  // Its words are longer.
  test.use({ language: czech });

  for (const [width, height, tag] of [
    [360, 600, long],
    [390, 664, {}],
    [768, 1024, long],
    [1440, 900, long],
  ] as const)
    test(`a whole call shifts no layout: ${width}×${height}`, tag, async ({ page, call }) => {
      await page.setViewportSize({ width, height });
      let first: Awaited<ReturnType<typeof measurePositions>> | undefined;
      await walkThroughCall(call, async (state) => {
        await waitForTypeface(page);
        if (!first) await page.evaluate(recordShifts, false);
        const now = await measurePositions(page);
        first ??= now;
        // A receipt may be higher than the call was: it grows at its lower edge.
        if (state === 'receipt') Object.assign(now, { page: first.page, height: first.height });
        expect(now, state).toEqual(first);
        // On a phone the press on Start has brought the whole stage under the header.
        if (width < 640 && state !== 'idle' && state !== 'receipt')
          await expect.poll(() => isUnderHeader(page), { message: state }).toBe(true);
      });
      // Those shortly after a press count as well.
      expect(await readShifts(page)).toEqual([]);
    });

  test('the labels of the controls fit on one line at 320 px', async ({ page, call }) => {
    const { mute, muted, keyboard, sound, end } = call.copy;
    await page.setViewportSize({ width: 320, height: 568 });
    await call.startLive('silent');
    const listUnbroken = () =>
      page.locator('.stage-key').evaluateAll((keys) =>
        keys
          .filter((key) => {
            const words = document.createRange();
            words.selectNode(document.createTreeWalker(key, NodeFilter.SHOW_TEXT).nextNode()!);
            return words.getClientRects().length === 1 && key.scrollWidth <= key.clientWidth;
          })
          .map((key) => key.textContent),
      );
    expect(await listUnbroken()).toEqual([mute, keyboard, sound, end]);
    await call.press(mute);
    await expect(call.getButton(muted)).toBeVisible();
    expect(await listUnbroken()).toEqual([muted, keyboard, sound, end]);
  });
});

test('a failed call shifts no layout', async ({ page, call, expectedErrors }) => {
  expectedErrors.push('/api/call');
  await page.setViewportSize({ width: 390, height: 664 });
  await call.open('wrong-key');
  await waitForTypeface(page);
  const before = await measurePositions(page);
  await call.press(call.copy.start);
  await expect(call.stage).toContainText(call.copy.errorTitle);
  expect(await measurePositions(page)).toEqual(before);
  await expect(call.stage).toBeInViewport({ ratio: 1 });
});

test('many words that were not sent move nothing', async ({ page, call }) => {
  const { copy } = call;
  await page.setViewportSize({ width: 390, height: 664 });
  await call.open('silent');
  await waitForTypeface(page);
  const before = await measurePositions(page);
  const measureStart = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('[data-call-main]')!.offsetTop);
  const top = await measureStart();
  await call.press(copy.start);
  await call.expectLive();
  await (await call.openKeyboard()).fill('Not sent '.repeat(50));
  await call.press(copy.end);
  await expect(call.stage).toContainText(copy.unsent.replace('{text}', 'Not sent'));
  await call.expectReady();
  expect(await measurePositions(page)).toEqual(before);
  expect(await measureStart()).toBe(top);
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
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const conversation = await call.widget.locator('.stage-talk').boundingBox();
    expect(conversation!.height, `${width} px`).toBeGreaterThanOrEqual(44);
    await call.stage.scrollIntoViewIfNeeded();
    expect(await findLostWords(page, '.stage')).toEqual([]);
    // Fails if something covers the button.
    await call.press(call.copy.sound);
    const sheet = await page.locator('.stage-sheet').boundingBox();
    const { y } = (await call.stage.boundingBox())!;
    expect(sheet!.y, 'the settings, below the title').toBeGreaterThan(y + 50);
    await call.press(call.copy.sound);
  }
  await context.setOffline(false);
});

/** Starts a call on a small phone, where few captions fit, and types to the assistant. */
async function startTyping(page: Page, call: CallPage) {
  await page.setViewportSize({ width: 390, height: 664 });
  await call.startLive('silent');
  const captions = call.widget.getByRole('region', { name: call.copy.captions, exact: true });
  const field = await call.openKeyboard();
  const type = async (words: string) => {
    await field.fill(words);
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await expect(captions.getByText(words, { exact: true })).toBeAttached();
  };
  const measureDistanceToEnd = () =>
    captions.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  return { captions, type, measureDistanceToEnd };
}
const LONG_WORD = `https://example.com/${'a'.repeat(300)}`;

test('captions follow the newest words, in any script and however long', async ({ page, call }) => {
  const { captions, type, measureDistanceToEnd } = await startTyping(page, call);
  for (const words of ['What does it cost?', LONG_WORD, 'שלום']) {
    await type(words);
    await expect.poll(measureDistanceToEnd).toBeLessThan(2);
  }
  // A long word doesn't make it scroll sideways, and Hebrew begins at the right.
  expect(await captions.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const hebrew = captions.getByText('שלום', { exact: true });
  expect(await hebrew.evaluate((words) => getComputedStyle(words).direction)).toBe('rtl');
  // Nor do messages that take some of its room make it lose the end.
  await call.press(call.copy.mute);
  await waitUntilSettled(page);
  expect(await measureDistanceToEnd()).toBeLessThan(2);
});

test('captions stay where the visitor has scrolled, until the end is wanted', async ({
  page,
  call,
}) => {
  const { captions, type, measureDistanceToEnd } = await startTyping(page, call);
  await type(LONG_WORD);
  await captions.hover();
  const newest = call.getButton(call.copy.newest);
  // Repeats the turn of the wheel, because a word that arrives meanwhile may undo it.
  const scroll = (pixels: number) =>
    expect(async () => {
      await page.mouse.wheel(0, pixels);
      await expect(newest).toBeVisible({ visible: pixels < 0, timeout: 1_000 });
    }).toPass();
  await scroll(-1000);
  const top = await captions.evaluate((box) => box.scrollTop);
  await type('One more');
  await waitUntilSettled(page);
  expect(await captions.evaluate((box) => box.scrollTop)).toBe(top);
  await newest.click();
  await expect(newest).toHaveCount(0);
  await expect(captions).toBeFocused();
  await expect.poll(measureDistanceToEnd).toBeLessThan(2);
  // Beside the button that appears.
  await captions.hover({ position: { x: 5, y: 5 } });
  await scroll(-1000);
  await scroll(10_000);
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
  await widget.getByRole('link', { name: copy.receipt.download, exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${copy.receipt.fileName}.txt`);
  // With the byte order mark.
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith(`\uFEFF${copy.speakers.assistant}: `)).toBe(true);
  await widget.getByRole('button', { name: copy.receipt.ratings[4], exact: true }).click();
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
  await call.press(copy.sound);
  await expect(widget.getByRole('group', { name: copy.soundSettings, exact: true })).toBeVisible();
  await page.clock.fastForward(12_000);
  await call.press(copy.end);
  await expect(
    widget.getByRole('link', { name: copy.receipt.download, exact: true }),
  ).toBeVisible();
});
