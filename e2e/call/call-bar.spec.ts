import type { Page } from '@playwright/test';
import { en } from '@/lib/content/en';
import { type CallPage, english, test } from './call-page';
import { expectAccessible } from '../accessibility/expect-accessible';
import { findLowContrast } from '../accessibility/contrast';
import { pressRepeatedly } from '../accessibility/focus';
import { getCloseButton, getField, openForm } from '../contact/contact-form';
import { expect } from '../support/test';

const { copy } = english;

// How the page scrolls is not under test here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const getBar = ({ page, copy: { active } }: CallPage) =>
  page.getByRole('region', { name: active, exact: true });
const scrollTo = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.scrollIntoView());

test('a call out of sight is shown by a bar, which leads back to it', async ({ page, call }) => {
  const bar = getBar(call);
  const tryCall = page.getByRole('link', { name: en.actions.tryCall, exact: true });
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/');
  await scrollTo(page, '#demo');
  await expect(tryCall).toBeVisible();
  await call.startLive('silent');
  await expect(bar).toHaveCount(0);

  // Above the call, where the page's own bar leads to it, and below.
  for (const place of ['#demo', '#contact']) {
    await scrollTo(page, place);
    await expect(bar).toBeInViewport({ ratio: 0.99 });
    await expect(tryCall).toBeHidden();
    await expect(
      bar
        .getByText(copy.speaking, { exact: true })
        .or(bar.getByText(copy.listening, { exact: true })),
    ).toBeVisible();
    await expect(bar.getByRole('timer', { name: copy.elapsed, exact: true })).toHaveText(
      /^\d\d:\d\d$/,
    );
  }
  await expectAccessible(page, '.call-bar');
  expect(await findLowContrast(page, ['.call-bar span:not([aria-hidden])'])).toEqual([]);
  await bar.getByRole('button', { name: copy.mute, exact: true }).click();
  await expect(bar.getByRole('button', { name: copy.muted, exact: true })).toBeVisible();
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await bar.getByRole('button', { name: copy.backToCall, exact: true }).click();
  await expect(bar).toHaveCount(0);
  await expect(call.getButton(copy.end)).toBeFocused();
  await expect(call.getButton(copy.end)).toBeInViewport({ ratio: 1 });
  await expect(tryCall).toBeHidden();

  await scrollTo(page, 'footer');
  await bar.getByRole('button', { name: copy.end, exact: true }).click();
  await call.expectReleased();
  await expect(bar).toHaveCount(0);
  await expect(call.getButton(copy.start)).toBeFocused();
  await expect(call.getButton(copy.start)).toBeInViewport({ ratio: 1 });
});

test('the bar covers no stop of the keyboard', async ({ page, call }) => {
  const bar = getBar(call);
  await page.setViewportSize({ width: 320, height: 640 });
  await call.startLive('silent');
  const stops = await pressRepeatedly(page);
  expect(stops.slice(-3)).toEqual([
    `BUTTON ${copy.mute}`,
    `BUTTON ${copy.end}`,
    `BUTTON ${copy.backToCall}`,
  ]);
  await expect(bar).toBeInViewport({ ratio: 0.99 });
  const back = await pressRepeatedly(page, undefined, 'Shift+Tab');
  expect(back.length).toBeGreaterThan(stops.length);
  await expect(bar).toBeInViewport({ ratio: 0.99 });

  // With large text too, it leaves most of the window to the page.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const name of [copy.mute, copy.end, copy.backToCall])
    await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 0.99 });
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(320);
});

test('Mute and End can be reached inside the contact dialog', async ({ page, call }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await call.startLive('silent');
  const dialog = await openForm(page);
  await expect(getBar(call)).toBeInViewport({ ratio: 0.99 });
  await pressRepeatedly(page, new RegExp(`^BUTTON ${copy.mute}$`));
  await page.keyboard.press('Space');
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
  await getField(dialog, 'message').fill('Typed while talking');
  await getBar(call).getByRole('button', { name: copy.end, exact: true }).click();
  await call.expectReleased();
  const status = dialog.getByRole('status');
  await expect(status.getByText(copy.endedBy.visitor, { exact: true })).toBeVisible();
  await expect(getCloseButton(dialog)).toBeFocused();
  await expect(getField(dialog, 'message')).toHaveValue(/talking$/);
});

test('nothing moves at the end of the page when the call ends', async ({ page, call }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await call.startWithStoppedClock('hung-up');
  const footer = page.locator('footer');
  const scrollToEnd = () =>
    page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await scrollToEnd();
  await expect(getBar(call)).toBeVisible();
  await scrollToEnd();
  const before = await footer.boundingBox();
  const bar = await getBar(call).boundingBox();
  expect(before!.y + before!.height).toBeLessThanOrEqual(bar!.y);
  await page.clock.resume();
  await expect(call.stage).toContainText(call.endReason);
  await call.expectReady();
  await expect(getBar(call)).toHaveCount(0);
  expect(await footer.boundingBox()).toEqual(before);
});
