import type { Locator, Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { errorsEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { findLowContrast } from '../accessibility/contrast';
import {
  fillForm,
  getContactDialog,
  getSendButton,
  getSuccessDialog,
  openDialog,
  sendForm,
  visitForm,
  getField,
} from '../contact/contact-form';
import { waitForReactHandlers } from '../support/loading';
import { engines, expect, test } from '../support/test';

// Tests where controls lead, not how the page scrolls.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { actions, features, hero, services } = en;
const sizes = { phone: { width: 390, height: 664 }, desktop: { width: 1440, height: 900 } };
const getStartButton = (page: Page) =>
  page.getByRole('button', { name: callCopyEn.start, exact: true });
const getCallBar = (page: Page) => page.getByRole('link', { name: actions.tryCall, exact: true });

/** Whether an element lies wholly in the window, below the header. */
const isInSight = (element: Locator) =>
  element.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return top >= header && bottom <= innerHeight;
  });

const scrollTo = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.scrollIntoView());

for (const [label, size] of [
  [hero.tryCaller, { width: 360, height: 600 }],
  [hero.tryCaller, { width: 1366, height: 600 }],
  [hero.call.callLink, sizes.phone],
  [features.demoLink, sizes.desktop],
  [actions.tryCall, sizes.phone],
] as const)
  test(`“${label}” scrolls to Start and focuses it at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    if (label === actions.tryCall) await scrollTo(page, '#demo');
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(getStartButton(page)).toBeFocused();
    await expect.poll(() => isInSight(getStartButton(page))).toBe(true);
    await expect(page).toHaveURL(/#phone-caller$/);
  });

test('a phone shows the call bar between the first screen and the call', async ({ page }) => {
  await page.setViewportSize(sizes.phone);
  await page.goto('/');
  await expect(getCallBar(page)).not.toBeInViewport();
  for (const place of ['#features', '#demo']) {
    await scrollTo(page, place);
    await expect(getCallBar(page)).toBeInViewport({ ratio: 0.99 });
  }
  const { height = 0 } = (await getCallBar(page).boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  expect(height).toBeLessThanOrEqual(56);
  const background = await getCallBar(page).evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(background).toMatch(/^rgb\(/);
  // A focused bar is visible over buttons, too.
  await getCallBar(page).focus();
  expect(await findLowContrast(page, ['.try-call span'])).toEqual([]);
  await getCallBar(page).blur();
  for (const place of ['#phone-caller', '#questions', 'footer']) {
    await scrollTo(page, place);
    expect(await isInSight(getCallBar(page))).toBe(false);
  }
  await page.setViewportSize({ width: 600, height: 479 });
  await expect(getCallBar(page)).toBeHidden();
});

test('the call bar never covers a button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await page.goto('/');
  await scrollTo(page, '#features');
  await waitForReactHandlers(getCallBar(page));
  const places = await page.evaluate(async () => {
    const track = document.querySelector('.try-call-track')!;
    const callBar = track.querySelector('a')!;
    const buttons = [...document.querySelectorAll('main :is(a, button, summary)')].filter(
      (button) => button !== callBar,
    );
    const isShown = () => getComputedStyle(callBar).opacity === '1';
    const listClose = () => {
      const bar = callBar.getBoundingClientRect();
      return buttons.filter((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return bottom > bar.top - 8 && top < bar.bottom;
      });
    };
    const found: { close: (string | null)[]; isShown: boolean }[] = [];
    const { top, bottom } = track.getBoundingClientRect();
    const start = scrollY - innerHeight;
    for (let y = start + top; y < start + bottom; y += 100) {
      window.scrollTo({ top: y, behavior: 'instant' });
      // What the scroll event changes is drawn some frames later.
      for (let frames = 0; frames < 30; frames += 1) {
        await new Promise(requestAnimationFrame);
        if (frames > 1 && isShown() === (listClose().length === 0)) break;
      }
      const close = listClose().map(({ textContent }) => textContent);
      found.push({ close, isShown: isShown() });
    }
    return found;
  });
  expect(places.filter(({ close, isShown }) => isShown !== (close.length === 0))).toEqual([]);
  expect(places.filter(({ isShown }) => !isShown).length).toBeGreaterThan(5);
  expect(places.filter(({ isShown }) => isShown).length).toBeGreaterThan(4);
});

test('each card preselects its service, and the footer a custom one', engines, async ({ page }) => {
  await page.goto('/');
  const cardButtons = services.cards.map(({ ask, service }) => [ask, service] as const);
  for (const [label, service] of [...cardButtons, [en.footer.customSolutions, 'other'] as const]) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(getField(getContactDialog(page), 'service_type')).toHaveValue(service);
    await page.keyboard.press('Escape');
    await expect(getContactDialog(page)).toBeHidden();
  }
  await openDialog(page);
  await expect(getField(getContactDialog(page), 'service_type')).toHaveValue('');
});

test('after a request the call is offered', engines, async ({ page }) => {
  const dialog = await visitForm(page);
  await sendForm(dialog);
  const success = getSuccessDialog(page);
  await success.getByRole('link').click();
  await expect(success).toBeHidden();
  await expect(getStartButton(page)).toBeFocused();
  await expect.poll(() => isInSight(getStartButton(page))).toBe(true);
});

for (const size of [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
])
  test(`a failed request shows its error above the form at ${size.width} px`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 500');
    await page.setViewportSize(size);
    const json = { ok: false, error: 'internal', message: errorsEn.internal };
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500, json }));
    const dialog = await visitForm(page);
    await fillForm(dialog, { message: 'We copy leads by hand.\n'.repeat(30) });
    await getSendButton(dialog).press('Enter');
    const box = dialog.getByRole('alert');
    await expect(box).toContainText(errorsEn.internal);
    await expect(box).toBeInViewport({ ratio: 0.99 });
    const alert = (await box.boundingBox())!;
    const form = (await dialog.locator('form').boundingBox())!;
    expect(alert.y + alert.height).toBeLessThanOrEqual(form.y);
  });
