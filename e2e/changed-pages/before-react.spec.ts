import { devices } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { getSuccessDialog, openDialogEarly } from '../contact/contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { holdBackScripts, waitForReactHandlers } from '../support/loading';
import { expect, test } from '../support/test';

const { viewport, userAgent, deviceScaleFactor } = devices['Pixel 7']!;
test.use({ viewport, userAgent, deviceScaleFactor, hasTouch: true, isMobile: true });

/**
 * What extensions and browsers do to a page before React hydrates it: inside a part, around the
 * parts, above them, and to every text. hydration-boundary.test.tsx has the others.
 */
const changes = {
  'an element next to the e-mail field': () => {
    const icon = document.createElement('div');
    icon.attachShadow({ mode: 'open' });
    document.querySelector('#contact-email')!.after(icon);
  },
  'an element before every part': () => {
    for (const part of document.querySelectorAll('header, main, footer, dialog, main > *')) {
      const { parentNode, previousSibling } = part;
      // Before the comment that marks the part for React as well.
      parentNode!.insertBefore(document.createElement('aside'), previousSibling);
    }
  },
  'the whole page moved into an element': () => {
    const focused = document.activeElement;
    const wrapper = document.createElement('div');
    wrapper.append(...document.body.childNodes);
    document.body.append(wrapper);
    const dialog = document.querySelector<HTMLDialogElement>('#contact-dialog')!;
    // It has left the top layer.
    dialog.close();
    dialog.showModal();
    (focused as HTMLElement).focus();
  },
  'a translation': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (text.parentElement!.closest('script, noscript, textarea')) continue;
      const font = document.createElement('font');
      font.textContent = text.data.split('').reverse().join('');
      text.replaceWith(font);
    }
  },
} satisfies Record<string, () => void>;

for (const [name, change] of Object.entries(changes))
  test(`an open dialog keeps its text when the page is changed: ${name}`, async ({
    page,
    expectedErrors,
  }) => {
    // React reports that it had to render a part again.
    expectedErrors.push('Minified React error #418');
    const release = await holdBackScripts(page);
    await openDialogEarly(page);
    // A translation changes its name.
    const dialog = page.locator('#contact-dialog');
    const email = createEmail();
    await dialog.locator('select').selectOption('crm-integrations');
    await dialog.locator('[name="email"]').fill(email);
    const message = dialog.locator('textarea');
    await message.fill('We copy leads by hand.');
    await page.waitForLoadState('domcontentloaded');
    await page.evaluate(change);
    release();
    await waitForReactHandlers(dialog.locator('form'));

    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    await expect(dialog.locator('select')).toHaveValue('crm-integrations');
    await expect(dialog.locator('[name="email"]')).toHaveValue(email);
    await expect(message).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' Daily.');
    await expect(message).toHaveValue('We copy leads by hand. Daily.');
    await expect(dialog.getByText(/^29\/1000/).first()).toBeAttached();
    await dialog.locator('[type="submit"]').tap();
    await expect(getSuccessDialog(page)).toBeVisible();
    expect(await readStoredRequests(email)).toHaveLength(1);
    // Nothing is added where React did not have to render again.
    await expect(dialog).toHaveCount(1);
  });

// React keeps `main` in the first case, and renders it again in the second one.
for (const name of ['an element before every part', 'a translation'] as const)
  test(`an early press on Start is kept when the page is changed: ${name}`, async ({
    page,
    expectedErrors,
  }) => {
    // On a phone the SDK runs without its noise filter, and logs that as an error.
    expectedErrors.push('Minified React error #418', 'platform-unsupported input processor');
    const release = await holdBackScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const start = page.locator('[data-call-main]');
    await start.scrollIntoViewIfNeeded();
    await start.tap({ force: true });
    await page.waitForLoadState('domcontentloaded');
    await page.evaluate(changes[name]);
    release();
    await page.getByRole('button', { name: callCopyEn.end, exact: true }).tap();
    await expect(page.getByText(callCopyEn.endedBy.visitor, { exact: true })).toBeVisible();
  });
