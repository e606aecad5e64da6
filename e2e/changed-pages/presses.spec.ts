import type { Page } from '@playwright/test';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { holdBackScripts } from '../support/loading';
import { engines, expect, test } from '../support/test';

interface Control {
  name: string;
  selector: string;
  /** Before React starts. */
  prepare?: (page: Page) => Promise<void>;
  expectPressed: (page: Page) => Promise<void>;
}

const openDialog = (page: Page) => page.locator('#home [command="show-modal"]').click();

const controls: Control[] = [
  {
    name: 'the menu',
    selector: '[popovertarget][aria-controls]',
    expectPressed: async (page) => {
      await expect(page.locator('#site-menu')).toBeVisible();
      await expect(page.locator('[popovertarget][aria-controls]')).toHaveAttribute(
        'aria-expanded',
        'true',
      );
    },
  },
  {
    name: 'a question',
    selector: '#questions summary',
    expectPressed: (page) =>
      expect(page.locator('#questions details').first()).toHaveAttribute('open'),
  },
  {
    name: 'a link',
    selector: '#features [data-to-call]',
    expectPressed: (page) => expect(page).toHaveURL(/#phone-caller$/),
  },
  {
    name: 'the button of the dialog',
    selector: '#home [command="show-modal"]',
    expectPressed: (page) =>
      expect(page.getByRole('dialog', { name: contactCopyEn.title, exact: true })).toBeVisible(),
  },
  {
    name: 'Send',
    selector: '#contact-dialog [type="submit"]',
    prepare: openDialog,
    expectPressed: (page) =>
      expect(page.getByText(fieldErrorsEn.email_required, { exact: true })).toBeVisible(),
  },
];

for (const { name, selector, prepare, expectPressed } of controls)
  test(
    `a press is kept while React replaces what is pressed: ${name}`,
    engines,
    async ({ page, expectedErrors }) => {
      expectedErrors.push('Minified React error #418');
      const release = await holdBackScripts(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/', { waitUntil: 'commit' });
      await page.waitForLoadState('domcontentloaded');
      await prepare?.(page);
      const control = page.locator(selector).first();
      const replaced = await control.elementHandle();
      await control.evaluate((element) =>
        element.closest('header, section, dialog')?.prepend(document.createElement('aside')),
      );
      await control.hover();
      await page.mouse.down();
      release();
      await expect.poll(() => replaced?.evaluate((element) => element.isConnected)).toBe(false);
      await page.mouse.up();
      await expectPressed(page);
    },
  );
