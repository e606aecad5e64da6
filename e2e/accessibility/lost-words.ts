import type { Page } from '@playwright/test';

/**
 * Finds words that the visitor cannot read, however they scroll: cut off, outside the page, outside
 * the box that they belong to, or on top of other words. If a dialog is open, only its words count.
 *
 * @returns each with what is wrong with it
 */
export const findLostWords = (page: Page, part = 'body'): Promise<string[]> =>
  page.evaluate((part) => {
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    interface Word {
      text: string;
      line: Box;
      /** What is left of it after all clipping, at the present scroll positions. */
      seen: Box;
      /** The element that does not scroll with the page, if it is in one. */
      layer: Element | undefined;
    }
    const TOLERANCE_PX = 1;
    const root = document.documentElement;
    const faults = new Set<string>();

    const isInside = (line: Box, box: Box) =>
      line.left >= box.left - TOLERANCE_PX &&
      line.right <= box.right + TOLERANCE_PX &&
      line.top >= box.top - TOLERANCE_PX &&
      line.bottom <= box.bottom + TOLERANCE_PX;
    const intersect = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const isSeen = ({ left, right, top, bottom }: Box) =>
      right - left > 2 * TOLERANCE_PX && bottom - top > 2 * TOLERANCE_PX;
    /** Without the space above and below the letters. */
    const trimLine = ({ left, right, top, bottom }: DOMRect): Box => {
      const space = (bottom - top) / 5;
      return { left, right, top: top + space, bottom: bottom - space };
    };
    const isPainted = ({ backgroundColor, backgroundImage, borderTopWidth }: CSSStyleDeclaration) =>
      backgroundImage !== 'none' || !/, 0\)$/.test(backgroundColor) || borderTopWidth !== '0px';

    /** Follows a word out of each box that clips it, scrolls it or is painted around it. */
    function inspect(
      element: Element,
      line: Box,
    ): Pick<Word, 'seen' | 'layer'> & { fault?: string } {
      let seen = line;
      let reachable = line;
      let layer: Element | undefined;
      let hasFrame = false;
      let isAbsolute = false;
      for (let box: Element | null = element; box && box !== root; box = box.parentElement) {
        const style = getComputedStyle(box);
        // What is positioned leaves boxes that are not.
        if (isAbsolute && style.position === 'static') continue;
        isAbsolute = style.position === 'absolute';
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const outer = { left, right, top, bottom };
        const describe = () => `<${box!.tagName.toLowerCase()} class="${box!.className}">`;
        if (!hasFrame && box !== document.body && style.display !== 'inline' && isPainted(style)) {
          hasFrame = true;
          const isScrolled = /auto|scroll/.test(style.overflowY);
          if (!isScrolled && !isInside(reachable, outer))
            return { seen, layer, fault: `outside ${describe()}` };
        }
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
          const isScrolledX = /auto|scroll/.test(style.overflowX);
          const isScrolledY = /auto|scroll/.test(style.overflowY);
          const content = {
            left: left - box.scrollLeft,
            right: left - box.scrollLeft + box.scrollWidth + box.clientLeft * 2,
            top: top - box.scrollTop,
            bottom: top - box.scrollTop + box.scrollHeight + box.clientTop * 2,
          };
          const room = {
            left: isScrolledX ? content.left : left,
            right: isScrolledX ? content.right : right,
            top: isScrolledY ? content.top : top,
            bottom: isScrolledY ? content.bottom : bottom,
          };
          if (!isInside(reachable, room)) return { seen, layer, fault: `cut off by ${describe()}` };
          seen = intersect(seen, outer);
          if (isScrolledX || isScrolledY) {
            reachable = outer;
            if (box.clientHeight < 24 || box.clientWidth < 24)
              return { seen, layer, fault: `no room in ${describe()}` };
          }
        }
        const isLayer = /fixed|sticky/.test(style.position) || (isAbsolute && isPainted(style));
        if (isLayer) layer ??= box;
        if (style.position === 'fixed') {
          const isVisible = isInside(reachable, {
            left: 0,
            top: 0,
            right: innerWidth,
            bottom: innerHeight,
          });
          return isVisible ? { seen, layer } : { seen, layer, fault: 'outside the window' };
        }
      }
      const isReachable = isInside(reachable, {
        left: 0,
        right: root.clientWidth,
        top: -scrollY,
        bottom: root.scrollHeight - scrollY,
      });
      return isReachable ? { seen, layer } : { seen, layer, fault: 'outside the page' };
    }

    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' ||
        isForScreenReaders(element.parentElement));
    const isForEyes = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !isForScreenReaders(element);
    const words: Word[] = [];
    const scope =
      document.querySelector('dialog[open], :popover-open') ?? document.querySelector(part)!;
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const text = node.data.trim();
      const element = node.parentElement!;
      if (!text || element.matches('script, style, noscript, option') || !isForEyes(element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const line = trimLine(rect);
        if (!isSeen(line)) continue;
        const { fault, seen, layer } = inspect(element, line);
        if (fault) faults.add(`“${text.slice(0, 40)}” ${fault}`);
        else words.push({ text, line, seen, layer });
      }
    }
    words.forEach((word, index) => {
      for (const other of words.slice(index + 1)) {
        if (word.layer === other.layer && isSeen(intersect(word.seen, other.seen)))
          faults.add(`“${word.text.slice(0, 40)}” on “${other.text.slice(0, 40)}”`);
      }
    });
    if (root.scrollWidth > root.clientWidth) faults.add('the page scrolls sideways');
    return [...faults];
  }, part);
