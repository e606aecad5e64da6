import type { Page, Route } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';
import { recordStates } from '../outreach/outreach-page';
import { hasReactRoot } from '../support/loading';
import { expect, long, test } from '../support/test';

async function fulfill(route: Route, change: (code: string) => string) {
  // The page may be left meanwhile.
  const response = await route.fetch().catch(() => null);
  const code = await response?.text().catch(() => '');
  if (response) await route.fulfill({ response, body: change(code ?? '') }).catch(() => undefined);
}

/** Adds what no supported browser can parse to a script that contains these words. */
const breakSyntax = (route: Route, words = '') =>
  fulfill(route, (code) => (code.includes(words) ? `class A { static { } }}${code}` : code));

/** Finds the script with React, without which no other one does anything. */
async function findFramework(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  const [, src = ''] = /<link rel="preload" as="script"[^>]* href="([^"]+)"/.exec(html) ?? [];
  expect(await (await page.request.get(src)).text()).toContain('hydrateRoot');
  return src;
}

const landing = { path: '/', copy: callCopyEn, form: ['button', en.actions.getStarted] } as const;
const personal = {
  path: '/outreach?contact_name=Jana&vapi_assistant_id=demo-cs',
  copy: callCopyCs,
  form: ['link', personalCopyCs.contactForm],
} as const;

const throwError = (route: Route) => fulfill(route, (code) => `throw new Error('planted');${code}`);
for (const [what, { path, copy, form }, plant, error, tag] of [
  ['cannot be parsed', landing, (route) => breakSyntax(route), 'SyntaxError', {}],
  ['throws', personal, throwError, 'Error: planted', long],
  ['is blocked', personal, (route) => route.abort('blockedbyclient'), 'BLOCKED_BY_CLIENT', {}],
  ['never arrives', landing, () => undefined, 'none', long],
] as [string, typeof landing | typeof personal, (route: Route) => unknown, string, object][])
  test(
    `says that this browser cannot call: a script ${what} on ${path}`,
    tag,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(error);
      const { message, button } = copy.failures['unsupported-browser'];
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
      const link = widget.getByRole('textbox', { name: button!.label, exact: true });
      await expect(link).toBeFocused();
      await expect(link).toHaveValue(page.url());
      const mail = widget.getByRole('link', { name: site.contactMail, exact: true });
      await expect(mail).toHaveAttribute('href', `mailto:${site.contactMail}`);
      const [role, name] = form;
      await widget.getByRole(role, { name, exact: true }).click();
      const title = page.getByRole('heading', { name: contactCopyEn.title, exact: true });
      await expect(title).toBeVisible();
    },
  );

test('says that this browser cannot call: the call’s script cannot be parsed', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('SyntaxError');
  const { copy, path } = landing;
  const states = await recordStates(page);
  await page.route('**/_next/static/chunks/*.js', (route) =>
    breakSyntax(route, 'iframe-call-message'),
  );
  await page.goto(path);
  const widget = page.getByRole('group', { name: copy.label, exact: true });
  await widget.getByRole('button', { name: copy.start, exact: true }).click({ force: true });
  const { message, button } = copy.failures['unsupported-browser'];
  await expect(widget.getByText(message, { exact: true }).locator('visible=true')).toBeVisible();
  expect(await states()).not.toContain(copy.ready);
  await expect(widget.getByRole('button', { name: button!.label, exact: true })).toBeVisible();
});
