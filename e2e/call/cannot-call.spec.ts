import type { Page, Route } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';
import { recordStates } from '../outreach/outreach-page';
import { hasReactRoot } from '../support/loading';
import { expect, test } from '../support/test';

/** What can be wrong with a script of the page. */
const faults: Record<string, (route: Route) => unknown> = {
  'cannot be parsed': (route) => fulfill(route, (code) => `class A { static { } }}${code}`),
  throws: (route) => fulfill(route, (code) => `throw new Error('planted');${code}`),
  'is blocked': (route) => route.abort('blockedbyclient'),
  'never arrives': () => undefined,
};

async function fulfill(route: Route, change: (code: string) => string) {
  const response = await route.fetch();
  // The page may have been left by now.
  const code = await response.text().catch(() => '');
  await route.fulfill({ response, body: change(code) }).catch(() => undefined);
}

/** Finds the script with React, without which no other one does anything. */
async function findFramework(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  const [, src = ''] = /<link rel="preload" as="script"[^>]* href="([^"]+)"/.exec(html) ?? [];
  expect(await (await page.request.get(src)).text()).toContain('hydrateRoot');
  return src;
}

const pages = [
  { path: '/', copy: callCopyEn, form: ['button', en.actions.getStarted] },
  {
    path: '/outreach?contact_name=Jana&vapi_assistant_id=demo-cs',
    copy: callCopyCs,
    form: ['link', personalCopyCs.contactForm],
  },
] as const;

test.use({
  expectedErrors: ['Failed to load resource', 'planted', 'SyntaxError', 'ChunkLoadError'],
  permissions: ['clipboard-write'],
});

for (const { path, copy, form } of pages) {
  const { message, button } = copy.failures['unsupported-browser'];
  for (const [fault, plant] of Object.entries(faults)) {
    test(`says that this browser cannot call: a script ${fault} on ${path}`, async ({ page }) => {
      await page.route(`**${await findFramework(page, path)}`, plant);
      const states = await recordStates(page);
      await page.clock.install();
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const widget = page.getByRole('group', { name: copy.label, exact: true });
      const start = widget.getByRole('button', { name: copy.start, exact: true });
      // It is aria-disabled, so Playwright would wait.
      await start.click({ force: true });
      await page.clock.runFor(5_000);
      await expect(widget.getByRole('alert')).toHaveText(message);
      expect(await hasReactRoot(page)).toBe(false);
      expect(await states()).not.toContain(copy.ready);
      await expect(start).toBeHidden();
      const copyLink = widget.getByRole('button', { name: button?.label ?? '', exact: true });
      await expect(copyLink).toBeFocused();
      await copyLink.click();
      await expect(
        widget.getByRole('button', { name: button?.done ?? '', exact: true }),
      ).toBeVisible();
      const mail = widget.getByRole('link', { name: site.contactMail, exact: true });
      await expect(mail).toHaveAttribute('href', `mailto:${site.contactMail}`);
      const [role, name] = form;
      await widget.getByRole(role, { name, exact: true }).click();
      const title = page.getByRole('heading', { name: contactCopyEn.title, exact: true });
      await expect(title).toBeVisible();
    });
  }

  test(`says that this browser cannot call: the call’s script cannot be parsed: ${path}`, async ({
    page,
  }) => {
    const states = await recordStates(page);
    await page.route('**/_next/static/chunks/*.js', async (route) => {
      await fulfill(route, (code) =>
        code.includes('iframe-call-message') ? `class A { static { } }}${code}` : code,
      );
    });
    await page.goto(path);
    const widget = page.getByRole('group', { name: copy.label, exact: true });
    await widget.getByRole('button', { name: copy.start, exact: true }).click({ force: true });
    await expect(widget.getByText(message, { exact: true }).locator('visible=true')).toBeVisible();
    expect(await states()).not.toContain(copy.ready);
    await expect(
      widget.getByRole('button', { name: button?.label ?? '', exact: true }),
    ).toBeVisible();
  });
}

test('React removes the notice when its scripts arrive late', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const widget = page.getByRole('group', { name: callCopyEn.label, exact: true });
  await widget.getByRole('button', { name: callCopyEn.start, exact: true }).click({ force: true });
  await expect(widget.getByRole('alert')).toBeVisible();
  release();
  await expect.poll(() => hasReactRoot(page)).toBe(true);
  await expect(widget.getByRole('alert')).toHaveCount(0);
  await expect(widget.getByRole('status').first()).toBeVisible();
});
