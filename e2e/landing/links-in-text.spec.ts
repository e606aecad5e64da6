import { states } from '../accessibility/states';
import { expect, test } from '../support/test';

/** How many links in text there are at least, by the state. */
const minLinks: Record<string, number> = {
  'landing page': 3,
  'dialog that failed': 2,
  'form without dialog': 1,
  'personal page': 3,
  'personal page without an assistant': 3,
  'thrown error': 1,
};

test('every state with links in text exists', () => {
  expect(states.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(minLinks)));
});

for (const { name, enter, errors = [] } of states.filter((state) => state.name in minLinks)) {
  test(`links in text keep the line height and the spaces: ${name}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(...errors);
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
      expect(found.length).toBeGreaterThanOrEqual(minLinks[name]!);
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
