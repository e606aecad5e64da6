import type { Page } from '@playwright/test';

/**
 * Does to the page what Chrome's translator does: it replaces each text node by nested `<font>`
 * elements, first in the whole page and then wherever text appears.
 *
 * @param start before the page's scripts run, or once React has hydrated the page
 */
export const translatePage = (page: Page, start: 'before React' | 'after React') =>
  page.addInitScript((afterReact) => {
    const wrap = (text: Text) => {
      if (text.parentElement?.closest('head, script, style, noscript, textarea, font')) return;
      const inner = document.createElement('font');
      inner.textContent = text.data;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      found.forEach(wrap);
    };
    const translate = () => {
      wrapAll(document);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          for (const node of [target, ...addedNodes]) if (node.isConnected) wrapAll(node);
      }).observe(document, { childList: true, characterData: true, subtree: true });
    };
    if (!afterReact) return translate();
    const parts = 'header, main, section, footer, dialog, form, .stage';
    const isHydrated = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps'));
    const timer = setInterval(() => {
      const found = [...document.querySelectorAll(parts)];
      if (found.length === 0 || !found.every(isHydrated)) return;
      clearInterval(timer);
      translate();
    }, 20);
  }, start === 'after React');

export const countTranslated = (page: Page) => page.locator('font > font').count();
