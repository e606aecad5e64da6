import type { Page } from '@playwright/test';
import { sendForm, visitForm } from '../contact/contact-form';
import { expect, test } from '../support/test';

async function failToSend(page: Page) {
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: 'internal', message: 'It failed.' } }),
  );
  const dialog = await visitForm(page);
  await sendForm(dialog);
  await expect(dialog.getByRole('alert')).toBeVisible();
}

const openPath = (path: string) => async (page: Page) => void (await page.goto(path));
const states: [
  name: string,
  links: number,
  enter: (page: Page) => Promise<void>,
  error?: string,
][] = [
  ['the landing page', 3, openPath('/')],
  ['the dialog with an error', 2, failToSend, 'status of 500'],
  ['the form without dialog', 1, openPath('/contact')],
  ['the personal page', 3, openPath('/outreach?contact_name=Jana&vapi_assistant_id=demo-cs')],
  ['the personal page without an assistant', 3, openPath('/outreach')],
  ['a thrown error', 1, openPath('/fault'), 'Minified React error #441'],
];

for (const [name, links, enter, error] of states) {
  test(`links in text keep the line height and the spaces: ${name}`, async ({
    page,
    expectedErrors,
  }) => {
    if (error) expectedErrors.push(error, 'status of 500');
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const found = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const shown = document.querySelector('dialog[open]') ?? document;
        const all = [...shown.querySelectorAll('p > a:not(.btn)')];
        return all
          .filter((link) => link.checkVisibility())
          .map((link) => {
            const line = link.parentElement!;
            const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(line);
            const text =
              line.getBoundingClientRect().height -
              parseFloat(paddingTop) -
              parseFloat(paddingBottom);
            getSelection()?.selectAllChildren(line);
            return {
              lines: text / parseFloat(lineHeight),
              copied: getSelection()?.toString().trim(),
              parts: [...line.childNodes].map(({ nodeType, childNodes, textContent }) => ({
                isElement: nodeType === Node.ELEMENT_NODE,
                texts: childNodes.length,
                text: textContent ?? '',
              })),
            };
          });
      });
      expect(found.length).toBeGreaterThanOrEqual(links);
      for (const { lines, copied, parts } of found) {
        expect(Math.abs(lines - Math.round(lines)), copied).toBeLessThan(0.02);
        for (const { isElement, texts, text } of parts)
          expect([isElement, texts], text).toEqual([true, 1]);
        // The space is in the text before the link, where a translator keeps it.
        expect(parts[0]?.text).toMatch(/\S $/);
        expect(copied).toBe(parts.map(({ text }) => text).join(''));
      }
    }
  });
}
