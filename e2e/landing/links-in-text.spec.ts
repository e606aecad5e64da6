import { states } from '../accessibility/states';
import { expect, test } from '../support/test';

const statesWithLinks = [
  ...['landing page', 'dialog that failed', 'form without dialog', 'personal page'],
  'personal page without an assistant',
];

for (const state of statesWithLinks)
  test(`links in text keep the line height and the spaces: ${state}`, async ({
    page,
    expectedErrors,
  }) => {
    const { enter, errors = [] } = states.find(({ name }) => name === state)!;
    expectedErrors.push(...errors);
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const lines = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const shown = document.querySelector('dialog[open]') ?? document;
        return [...shown.querySelectorAll('p > a:not(.btn)')]
          .filter((link) => link.checkVisibility())
          .map(({ parentElement: line }) => {
            const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(line!);
            const padding = parseFloat(paddingTop) + parseFloat(paddingBottom);
            getSelection()?.selectAllChildren(line!);
            return {
              count: (line!.getBoundingClientRect().height - padding) / parseFloat(lineHeight),
              copied: getSelection()?.toString().trim(),
              parts: [...line!.childNodes].map(({ textContent }) => textContent ?? ''),
              // A translator replaces text nodes, so each is alone in its element.
              texts: [...line!.childNodes].map(({ childNodes }) => childNodes.length),
            };
          });
      });
      expect(lines.length).toBeGreaterThan(0);
      for (const { count, copied, parts, texts } of lines) {
        expect(Math.abs(count - Math.round(count)), copied).toBeLessThan(0.02);
        expect(texts, copied).toEqual(parts.map(() => 1));
        // The space is in the text before the link.
        expect(parts[0]).toMatch(/\S $/);
        expect(copied).toBe(parts.join(''));
      }
    }
  });
