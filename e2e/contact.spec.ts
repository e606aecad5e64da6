import type { Locator, Page } from '@playwright/test';
import {
  expect,
  createEmail,
  long,
  waitUntilSettled,
  readStoredRequests,
  test,
  waitForReactHandlers,
} from './test';

const networkMessage = 'A network error occurred. Please check your connection and try again.';

async function openDialog(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Claim Your Free Strategy Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get In Touch' });
  await expect(dialog).toBeVisible();
  await waitForReactHandlers(dialog.locator('form'));
  return dialog;
}

async function fill(dialog: Locator, email: string, message = '') {
  await dialog.getByLabel('Service type').selectOption('CRM Integrations');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Message').fill(message);
}

const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Send Message' });

test('a request ends as a row, cleaned, and the visitor is told so', async ({ page }) => {
  const email = createEmail();
  const dialog = await openDialog(page);
  await fill(dialog, `  ${email.toUpperCase()} `, ' <b>We copy leads by hand.</b> ');
  await expect(dialog.getByText(/^\d+\/1000 characters$/)).toBeVisible();
  await send(dialog).click();

  const success = page.getByRole('dialog', { name: 'Message Sent Successfully!' });
  await expect(success).toBeVisible();
  await expect(success).toContainText('CRM Integrations');
  for (const note of ['24hr Response', '100% Free', 'No Commitment']) {
    await expect(success.getByText(note)).toBeVisible();
  }
  await success.getByRole('button', { name: 'Got it!' }).click();
  await expect(success).toBeHidden();

  expect(await readStoredRequests(email)).toEqual([
    expect.objectContaining({
      service_type: 'crm-integrations',
      email,
      message: 'bWe copy leads by hand./b',
    }),
  ]);
});

test('the same request again is refused and nothing typed is lost', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('status of 409');
  const email = createEmail();
  const first = await openDialog(page);
  await fill(first, email, 'First');
  await send(first).click();
  await page.getByRole('button', { name: 'Got it!' }).click();

  await page.getByRole('button', { name: 'Claim Your Free Strategy Session' }).click();
  const again = page.getByRole('dialog', { name: 'Get In Touch' });
  await expect(again.getByLabel('Email address')).toHaveValue('');
  await fill(again, email, 'Second');
  await send(again).click();
  await expect(again.getByRole('alert')).toContainText(
    'You have already submitted a request for this service recently. Please wait a few ' +
      'minutes before submitting again.',
  );
  await expect(again.getByLabel('Message')).toHaveValue('Second');
  await expect(again.getByLabel('Email address')).toHaveValue(email);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('each rule of the form names its field and the first bad field has the focus', async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await send(dialog).click();
  const service = dialog.getByLabel('Service type');
  await expect(service).toBeFocused();
  await expect(service).toHaveAccessibleDescription(/Please select a service type/);
  const email = dialog.getByLabel('Email address');
  await expect(email).toHaveAccessibleDescription(/Email address is required/);

  await service.selectOption('AI Customer Support');
  await email.fill('not an address');
  await dialog.getByLabel('Message').fill('x'.repeat(1001));
  await send(dialog).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(dialog.getByLabel('Message')).toHaveAccessibleDescription(
    /Message must be at most 1000 characters/,
  );
  await expect(dialog.getByLabel('Message')).toHaveValue('x'.repeat(1001));
});

test('a press on Send that leaves a bad address is not lost', async ({ page }) => {
  const dialog = await openDialog(page);
  const email = dialog.getByLabel('Email address');
  await dialog.getByLabel('Service type').selectOption('AI Customer Support');
  await email.fill('not an address');
  await send(dialog).hover();
  await page.mouse.down();
  await waitUntilSettled(page);
  await expect(email).not.toHaveAccessibleDescription(/valid/);
  await page.mouse.up();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
});

for (const hydrates of [false, true]) {
  const when = hydrates ? 'after' : 'before';
  test(`a form that is filled at once is suspected, opened ${when} hydration`, async ({ page }) => {
    const email = createEmail();
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    if (hydrates) {
      await page.keyboard.press('Tab');
      await waitForReactHandlers(page.locator('#contact-dialog form'));
    }
    // From here on only the test moves the clock.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('#home [command="show-modal"]')?.click(),
    );
    // React starts in a later task.
    await page.clock.runFor(100);
    const dialog = page.getByRole('dialog', { name: 'Get In Touch' });
    await waitForReactHandlers(dialog.locator('form'));
    await fill(dialog, email);
    const [request] = await Promise.all([
      page.waitForRequest('**/api/contact'),
      send(dialog).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ fill_ms: 100 });
    await expect(page.getByRole('dialog', { name: 'Message Sent Successfully!' })).toBeVisible();
    expect(await readStoredRequests(email)).toMatchObject([{ suspected_spam: true }]);
  });
}

test('offline the typed text stays, and sending works once the line is back', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_INTERNET_DISCONNECTED');
  const email = createEmail();
  const dialog = await openDialog(page);
  await fill(dialog, email, 'Typed on a train');
  await context.setOffline(true);
  await send(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText(networkMessage);
  await expect(dialog.getByLabel('Message')).toHaveValue('Typed on a train');
  await context.setOffline(false);
  await send(dialog).click();
  await expect(page.getByRole('dialog', { name: 'Message Sent Successfully!' })).toBeVisible();
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('a double click and a second Enter send once; close is refused meanwhile', async ({
  page,
}) => {
  const email = createEmail();
  let requests = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/contact', async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  const dialog = await openDialog(page);
  await fill(dialog, email);
  await send(dialog).dblclick();
  await dialog.getByLabel('Email address').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByRole('dialog', { name: 'Message Sent Successfully!' })).toBeVisible();
  expect(requests).toBe(1);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('the whole journey works with the keyboard alone', long, async ({ page }) => {
  const email = createEmail();
  await page.goto('/');
  const opener = page.locator('#home').getByRole('button', { name: 'Get Started', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Get In Touch' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await waitForReactHandlers(dialog.locator('form'));
  while (!(await dialog.getByLabel('Service type').evaluate((node) => node.matches(':focus')))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('AI');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const success = page.getByRole('dialog', { name: 'Message Sent Successfully!' });
  await expect(success).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(success).toBeHidden();
  expect(await readStoredRequests(email)).toEqual([
    expect.objectContaining({ service_type: 'ai-customer-support' }),
  ]);
});

test('a click beside the dialog keeps what was typed', async ({ page }) => {
  const dialog = await openDialog(page);
  await fill(dialog, 'half-typed', 'Half a sen');
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Message')).toHaveValue('Half a sen');
});

test('on Got it! the dialog and what dims the page fade together', async ({ page }) => {
  const dialog = await openDialog(page);
  await fill(dialog, createEmail());
  await send(dialog).click();
  const success = page.getByRole('dialog', { name: 'Message Sent Successfully!' });
  const gotIt = success.getByRole('button', { name: 'Got it!' });
  // While it comes in, its opacity is that animation's.
  await expect.poll(() => success.evaluate((it) => it.getAnimations().length)).toBe(0);
  const fades = await gotIt.evaluate((button: HTMLButtonElement) => {
    button.click();
    return button
      .closest('dialog')
      ?.getAnimations({ subtree: true })
      .map((animation) => {
        const { pseudoElement } = animation.effect as KeyframeEffect;
        const { transitionProperty: property } = animation as CSSTransition;
        return { part: pseudoElement, property, ms: animation.effect?.getTiming().duration };
      });
  });
  for (const part of [null, '::backdrop'])
    expect(fades).toContainEqual({ part, property: 'opacity', ms: 300 });
  await expect(success).toBeHidden();
});

test.describe('a request that is stored after the dialog was closed', () => {
  // Closing gives the focus back, which would scroll smoothly.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  const arrived = (page: Page) =>
    page.getByRole('status').filter({ hasText: 'Message Sent Successfully!' });
  const openDialogs = (page: Page) => page.locator('dialog[open]');

  /** Sends a request that gets no answer for ten seconds, and closes the dialog. */
  async function closeTooEarly(page: Page) {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/contact', async (route) => {
      await answered;
      await route.continue();
    });
    const email = createEmail();
    await page.clock.install();
    // The one timer that the page's clock does not own.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    const dialog = await openDialog(page);
    await fill(dialog, email);
    await send(dialog).click();
    await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await page.clock.fastForward(10_000);
    await expect(dialog.getByRole('alert')).toContainText(networkMessage);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(openDialogs(page)).toHaveCount(0);
    const store = async () => {
      const response = page.waitForResponse('**/api/contact');
      answer();
      await (await response).finished();
      await expect.poll(() => readStoredRequests(email)).toHaveLength(1);
    };
    return { dialog, store };
  }

  test('is a status line in the page, which stays until it is closed', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    const { store } = await closeTooEarly(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const place = () => page.evaluate(() => scrollY);
    const before = await place();
    await store();
    await expect(arrived(page)).toContainText(
      'Message Sent Successfully! We have received your request for CRM Integrations.',
    );
    await expect(arrived(page)).toBeInViewport();
    await expect(openDialogs(page)).toHaveCount(0);
    expect(await place()).toBe(before);
    await page.clock.fastForward('10:00');
    await expect(arrived(page)).toBeVisible();
    const withLine = await height();
    await arrived(page).getByRole('button', { name: 'Got it!' }).click();
    await expect(arrived(page)).toHaveCount(0);
    expect(await height()).toBeLessThan(withLine);
  });

  test('leaves a dialog alone that was opened meanwhile, and is told after it', async ({
    page,
  }) => {
    const { dialog, store } = await closeTooEarly(page);
    await page.getByRole('button', { name: 'Ask about scheduling' }).click();
    await expect(dialog).toBeVisible();
    await store();
    await waitUntilSettled(page);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Service type')).toHaveValue('appointment-scheduling');
    await fill(dialog, 'another@example.com', 'Another request');
    await expect(dialog.getByLabel('Message')).toHaveValue('Another request');
    await expect(openDialogs(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(arrived(page)).toContainText('CRM Integrations');
  });

  test('takes nothing away that is being typed', async ({ page }) => {
    const { dialog, store } = await closeTooEarly(page);
    await page.getByRole('button', { name: 'Claim Your Free Strategy Session' }).click();
    await dialog.getByLabel('Email address').fill('another@example.com');
    await dialog.getByLabel('Message').fill('Half a sen');
    await store();
    await waitUntilSettled(page);
    await expect(dialog).toBeVisible();
    await expect(openDialogs(page)).toHaveCount(1);
    await expect(dialog.getByLabel('Email address')).toHaveValue('another@example.com');
    await expect(dialog.getByLabel('Message')).toHaveValue('Half a sen');
  });
});
