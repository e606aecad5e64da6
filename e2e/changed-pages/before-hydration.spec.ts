import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import {
  fillForm,
  getContactDialog,
  getSendButton,
  openDialog,
  getSentHeading,
} from '../contact/contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { holdBackScripts, waitUntilSettled } from '../support/loading';
import { engines, expect, test } from '../support/test';

for (const { path, copy } of [
  { path: '/', copy: callCopyEn },
  { path: '/outreach?contact_name=Jana&vapi_assistant_id=demo-cs', copy: callCopyCs },
]) {
  test(`Start pressed before hydration starts the call: ${path}`, engines, async ({ page }) => {
    const release = await holdBackScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const start = page.getByRole('button', { name: copy.start, exact: true });
    // It is aria-disabled, so Playwright would wait.
    await start.click({ force: true });
    await expect(start).toHaveAttribute('data-pressed');
    release();
    await expect(page.getByRole('button', { name: copy.end, exact: true })).toBeVisible();
  });
}

for (const [what, findChunk] of [
  ['no script loads', () => '*.js'],
  // Of components, which the payload names: without it React would render an error.
  ['one script fails to load', (html: string) => html.match(/[^/"]+\.js(?=\\")/g)?.at(-1) ?? ''],
] as const)
  test(
    `the page stays as it is and the form posts natively when ${what}`,
    engines,
    async ({ page, expectedErrors }) => {
      expectedErrors.push('Failed to load resource', 'ChunkLoadError');
      const email = createEmail();
      const chunk = findChunk(await (await page.request.get('/')).text());
      await page.route(`**/_next/static/chunks/${chunk}`, (route) => route.abort());
      await page.goto('/', { waitUntil: 'load' });
      await openDialog(page);
      const dialog = getContactDialog(page);
      await fillForm(dialog, { email });
      await waitUntilSettled(page);
      await getSendButton(dialog).click();
      await expect(getSentHeading(page)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/contact');
      expect(await readStoredRequests(email)).toHaveLength(1);
    },
  );
