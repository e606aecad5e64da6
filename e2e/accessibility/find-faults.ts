import type { Page } from '@playwright/test';

/** Finds what moves, or is about to move. */
export const findMovingElements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => ((effect as KeyframeEffect).target as Element).outerHTML),
  );

/** Finds elements whose text has siblings: translators replace it, and React then fails. */
export const findTextNextToElements = (page: Page) =>
  page.evaluate(() => {
    const isText = ({ nodeType }: Node) => nodeType === Node.TEXT_NODE;
    const isCounted = (node: Node) => isText(node) || node.nodeType === Node.ELEMENT_NODE;
    return [...document.querySelectorAll('body, body *:not(script, style)')]
      .map((element) => ({ element, nodes: [...element.childNodes].filter(isCounted) }))
      .filter(({ nodes }) => nodes.length > 1 && nodes.some(isText))
      .map(({ element }) => element.outerHTML.slice(0, 200));
  });

/**
 * Finds links in a text that change the height of its lines, or whose text is not alone in its
 * element, with the space before it in the text before.
 */
export const findBrokenLinkLines = (page: Page) =>
  page.evaluate(() => {
    const closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of closed) details.open = true;
    const shown = document.querySelector('dialog[open]') ?? document;
    const found = [...shown.querySelectorAll('p > a:not(.btn)')]
      .filter((link) => link.checkVisibility())
      .map(({ parentElement }) => parentElement!)
      .filter((line) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(line);
        const padding = parseFloat(paddingTop) + parseFloat(paddingBottom);
        const count = (line.getBoundingClientRect().height - padding) / parseFloat(lineHeight);
        getSelection()?.selectAllChildren(line);
        const parts = [...line.childNodes];
        return (
          Math.abs(count - Math.round(count)) > 0.02 ||
          !/\S $/.test(parts[0]?.textContent ?? '') ||
          getSelection()?.toString().trim() !== line.textContent
        );
      })
      .map((line) => line.outerHTML);
    getSelection()?.removeAllRanges();
    for (const details of closed) details.open = false;
    return found;
  });

/** Finds links and controls under 44 px, except links inside a sentence (WCAG 2.5.8). */
export const findSmallTargets = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    return (
      [...all]
        // The honeypot field is outside the screen.
        .filter((element) => element.tabIndex >= 0)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        // A press on its label is a press on a box or a radio button.
        .map((element) => ({ element, target: element.closest('label') ?? element }))
        .map(({ element, target }) => ({ element, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)
    );
  });
