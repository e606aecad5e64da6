import type { Page } from '@playwright/test';
import { fieldErrorsEn } from '@/lib/content/contact-en';
import { openDialog } from '../contact/contact-form';
import { holdBackScripts } from '../support/loading';
import { engines, expect, test } from '../support/test';

interface Control {
  selector: string;
  /** Before React starts. */
  prepare?: (page: Page) => Promise<unknown>;
  expectPressed: (page: Page) => Promise<void>;
}

// hydration-boundary.test.tsx has the rules.
const controls: Record<string, Control> = {
  'the menu': {
    selector: '[popovertarget][aria-controls]',
    expectPressed: (page) => expect(page.locator('#site-menu')).toBeVisible(),
  },
  'a link': {
    selector: '#features [data-to-call]',
    expectPressed: (page) => expect(page).toHaveURL(/#phone-caller$/),
  },
  Send: {
    selector: '#contact-dialog [type="submit"]',
    prepare: openDialog,
    expectPressed: (page) =>
      expect(page.getByText(fieldErrorsEn.email_required, { exact: true })).toBeVisible(),
  },
};

for (const [name, { selector, prepare, expectPressed }] of Object.entries(controls))
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
