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
import { createEmail } from '../support/database';
import { waitForReactHandlers } from '../support/loading';
import { engines, expect, long, test } from '../support/test';

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

/** Whether a box lies wholly in the visible part of its dialog, and nothing lies on it. */
const isWhollyShown = (box: Locator) =>
  box.evaluate((it) => {
    const { top, right, bottom, left } = it.getBoundingClientRect();
    const dialog = it.closest('dialog')?.getBoundingClientRect() ?? new DOMRect();
    const isInside =
      top >= Math.max(dialog.top, 0) &&
      bottom <= Math.min(dialog.bottom, innerHeight) &&
      left >= dialog.left &&
      right <= dialog.right;
    // Clear of the round corners.
    const places = [left + 16, right - 16].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y]));
    return (
      isInside && places.every(([x = 0, y = 0]) => it.contains(document.elementFromPoint(x, y)))
    );
  });

const statuses = { internal: 500, duplicate: 409, rate_limited: 429, unavailable: 503 };

const scrollTo = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.scrollIntoView());

for (const [label, size, tag] of [
  [hero.tryCaller, { width: 360, height: 600 }],
  [hero.tryCaller, sizes.phone, long],
  [hero.tryCaller, { width: 1366, height: 600 }],
  [hero.tryCaller, sizes.desktop, long],
  [hero.call.callLink, sizes.phone],
  [hero.call.callLink, sizes.desktop, long],
  [features.demoLink, sizes.phone, long],
  [features.demoLink, sizes.desktop],
  [actions.tryCall, sizes.phone],
] as const) {
  test(
    `“${label}” scrolls to Start and focuses it at ${size.width}×${size.height}`,
    tag ?? {},
    async ({ page }) => {
      await page.setViewportSize(size);
      await page.goto('/');
      if (label === actions.tryCall) await scrollTo(page, '#demo');
      await page.getByRole('link', { name: label, exact: true }).click();
      await expect(getStartButton(page)).toBeFocused();
      await expect.poll(() => isInSight(getStartButton(page))).toBe(true);
      await expect(page).toHaveURL(/#phone-caller$/);
    },
  );
}

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

for (const size of [sizes.phone, { width: 360, height: 600 }]) {
  test(
    `the call bar never covers a button at ${size.width}×${size.height}`,
    size.width === 360 ? {} : long,
    async ({ page }) => {
      await page.setViewportSize(size);
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
        const closeTo = () => {
          const bar = callBar.getBoundingClientRect();
          return buttons.filter((button) => {
            const { top, bottom } = button.getBoundingClientRect();
            return bottom > bar.top - 8 && top < bar.bottom;
          });
        };
        const found: { close: (string | null)[]; isShown: boolean }[] = [];
        const scrollAndRecord = async (y: number) => {
          window.scrollTo({ top: y, behavior: 'instant' });
          // What the scroll event changes is drawn some frames later.
          for (let frames = 0; frames < 30; frames += 1) {
            await new Promise(requestAnimationFrame);
            if (frames > 1 && isShown() === (closeTo().length === 0)) break;
          }
          const close = closeTo().map(({ textContent }) => textContent);
          found.push({ close, isShown: isShown() });
        };
        const { top, bottom } = track.getBoundingClientRect();
        const [first, last] = [top + scrollY - innerHeight, bottom + scrollY - innerHeight];
        for (let y = first; y < last; y += 120) await scrollAndRecord(y);
        const tops = buttons.map((button) => button.getBoundingClientRect().top + scrollY);
        for (const y of tops
          .map((each) => each - innerHeight)
          .filter((it) => it > first && it < last))
          for (const below of [0, 1, 10, 28, 50, 56, 57, 75, 100, 107, 120])
            await scrollAndRecord(y + below);
        return found;
      });
      const wrong = places.filter(({ close, isShown }) => isShown !== (close.length === 0));
      expect(wrong).toEqual([]);
      expect(places.filter(({ isShown }) => !isShown).length).toBeGreaterThan(20);
      expect(places.filter(({ isShown }) => isShown).length).toBeGreaterThan(15);
    },
  );
}

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

test('after a request the call is offered', async ({ page }) => {
  const dialog = await visitForm(page);
  await sendForm(dialog);
  const success = getSuccessDialog(page);
  await success.getByRole('link').click();
  await expect(success).toBeHidden();
  await expect(getStartButton(page)).toBeFocused();
  await expect.poll(() => isInSight(getStartButton(page))).toBe(true);
});

for (const { width, height } of [{ width: 390, height: 844 }, sizes.desktop]) {
  test(`no gap between two sections is long at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const voids = await page.evaluate(() =>
      [...document.querySelectorAll('main section')].slice(1).map((section) => {
        let before = section.previousElementSibling;
        // The payload, until React starts.
        if (before?.matches('script')) before = before.previousElementSibling;
        before ??= section.parentElement?.previousElementSibling ?? null;
        const heading = section.querySelector('h2')?.getBoundingClientRect().top ?? Infinity;
        const end = Math.max(
          ...[...(before?.querySelectorAll('a, p, li, button, svg, .rounded-panel') ?? [])].map(
            (part) => part.getBoundingClientRect().bottom,
          ),
        );
        return Math.round(heading - end);
      }),
    );
    for (const distance of voids) expect(distance).toBeLessThanOrEqual(160);
  });
}

for (const [size, tag] of [
  [{ width: 320, height: 256 }],
  [{ width: 360, height: 600 }, long],
  [sizes.phone, long],
  [{ width: 844, height: 390 }],
  [{ width: 1366, height: 600 }, long],
  [{ width: 390, height: 844 }, long],
  [{ width: 768, height: 1024 }, long],
  [sizes.desktop, long],
  [{ width: 1920, height: 1080 }, long],
] as const) {
  test.describe(`a failed request at ${size.width}×${size.height}`, () => {
    test.use({ expectedErrors: ['status of', 'ERR_INTERNET_DISCONNECTED'] });
    test(
      'shows its error above the form and keeps what was typed',
      tag ?? {},
      async ({ page, context }) => {
        await page.setViewportSize(size);
        let error: keyof typeof statuses = 'internal';
        await page.route('**/api/contact', (route) =>
          route.fulfill({
            status: statuses[error],
            json: { ok: false, error, message: errorsEn[error] },
          }),
        );
        const dialog = await visitForm(page);
        const email = createEmail();
        await fillForm(dialog, { email, message: 'We copy leads by hand.\n'.repeat(30) });
        const message = getField(dialog, 'message');
        const measureTop = async () => (await message.boundingBox())?.y ?? 0;
        const before = await measureTop();
        for (error of Object.keys(statuses) as (keyof typeof statuses)[]) {
          // Offline it does not try again.
          await context.setOffline(error === 'unavailable');
          await getSendButton(dialog).press('Enter');
          const box = dialog.getByRole('alert');
          await expect(box).toContainText(errorsEn[error]);
          await expect.poll(() => isWhollyShown(box), error).toBe(true);
          const [alert, form] = [
            await box.boundingBox(),
            await dialog.locator('form').boundingBox(),
          ];
          expect((alert?.y ?? 0) + (alert?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
          await expect(getField(dialog, 'email')).toHaveValue(email);
          await expect(message).toHaveValue(/^(We copy leads by hand\.\n){30}$/);
          // There the dialog has room to grow upwards.
          if (size.height > 1000)
            expect(Math.abs((await measureTop()) - before)).toBeLessThanOrEqual(24);
        }
      },
    );
  });
}
