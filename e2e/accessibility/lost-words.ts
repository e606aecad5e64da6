import type { Page } from '@playwright/test';

type Box = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** An element around a text. */
interface Frame {
  name: string;
  box: Box;
  position: string;
  isPainted: boolean;
  clips: boolean;
  scrolls: boolean;
  isForScreenReaders: boolean;
}

interface Line {
  text: string;
  box: Box;
  /** From the inside to the outside. */
  frames: Frame[];
}

/**
 * Finds words that the visitor cannot read, however they scroll: outside the page or the frame that
 * they belong to, cut off, or on top of other words. If a dialog is open, only its words count.
 *
 * @returns each with what is wrong with it
 */
export async function findLostWords(page: Page, part = 'body'): Promise<string[]> {
  const { lines, pageBox, windowBox, overflow } = await page.evaluate(readLines, part);
  const words = lines
    .filter(({ frames }) => !frames.some(({ isForScreenReaders }) => isForScreenReaders))
    .map((line) => ({ ...line, ...follow(line, pageBox, windowBox) }));
  const faults = words.flatMap(({ text, fault }) => (fault ? `“${text}” ${fault}` : []));
  const readable = words.filter(({ fault }) => !fault);
  for (const [index, { text, layer, seen }] of readable.entries())
    for (const other of readable.slice(index + 1))
      if (layer === other.layer && isVisible(intersect(seen, other.seen)))
        faults.push(`“${text}” on “${other.text}”`);
  if (overflow > 0) faults.push('the page scrolls sideways');
  return [...new Set(faults)];
}

/**
 * Follows a line of text out of all its frames.
 *
 * @returns what is wrong with it; what can be seen of it at the present scroll positions; and the
 *   frame that does not scroll with the page, if it is in one
 */
function follow({ box, frames }: Line, pageBox: Box, windowBox: Box) {
  let seen = box;
  /** The line, or the box in which it can be scrolled into view. */
  let inner = box;
  let layer: Frame | undefined;
  let isFramed = false;
  let position = '';
  for (const frame of frames) {
    // As the menu leaves the header, and the sound settings the row of keys that they open over.
    const leavesFrame =
      position === 'fixed' || (position === 'absolute' && frame.position === 'static');
    if (leavesFrame) continue;
    position = frame.position;
    // A box of a fixed height, or the card around a text; not the card around a button's text.
    const mustHoldIt = !frame.scrolls && (frame.clips || (frame.isPainted && !isFramed));
    if (mustHoldIt && !isInside(inner, frame.box))
      return { seen, layer, fault: `outside ${frame.name}` };
    isFramed ||= frame.isPainted;
    if (frame.clips) seen = intersect(seen, frame.box);
    if (frame.scrolls) inner = frame.box;
    // As the header, which the page scrolls under, or a sheet over the captions.
    const isOwnLayer =
      /fixed|sticky/.test(position) || (position === 'absolute' && frame.isPainted);
    if (isOwnLayer) layer ??= frame;
  }
  const isOnPage = isInside(inner, position === 'fixed' ? windowBox : pageBox);
  return { seen, layer, fault: isOnPage ? '' : 'outside the page' };
}

const isInside = (inner: Box, outer: Box) =>
  inner.left >= outer.left - 1 &&
  inner.right <= outer.right + 1 &&
  inner.top >= outer.top - 1 &&
  inner.bottom <= outer.bottom + 1;

const intersect = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
  top: Math.max(one.top, other.top),
  bottom: Math.min(one.bottom, other.bottom),
});

const isVisible = ({ left, right, top, bottom }: Box) => right - left > 2 && bottom - top > 2;

/** Runs in the page. Reads its lines of text, with the frames of each. */
function readLines(part: string) {
  const frames = new Map<Element, Frame>();
  const readFrame = (element: Element): Frame => {
    const style = getComputedStyle(element);
    const hasColor = !style.backgroundColor.endsWith(', 0)');
    const hasBorder = style.borderTopWidth !== '0px';
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return {
      name: `<${element.tagName.toLowerCase()} class="${element.className}">`,
      box: { left, right, top, bottom },
      position: style.position,
      isPainted:
        style.display !== 'inline' && (hasColor || hasBorder || style.backgroundImage !== 'none'),
      isForScreenReaders: style.clipPath === 'inset(50%)',
      clips: style.overflow !== 'visible',
      scrolls: /auto|scroll/.test(style.overflow),
    };
  };
  const listFrames = (element: Element | null): Frame[] => {
    if (!element || element === document.body) return [];
    if (!frames.has(element)) frames.set(element, readFrame(element));
    return [frames.get(element)!, ...listFrames(element.parentElement)];
  };
  const scope =
    document.querySelector('dialog[open], :popover-open') ?? document.querySelector(part)!;
  const lines: Line[] = [];
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const element = node.parentElement!;
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isShown || element.matches('option')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // Without the space above and below the letters.
      const space = (bottom - top) / 5;
      const box = { left, right, top: top + space, bottom: bottom - space };
      const text = node.data.trim().slice(0, 40);
      if (text && right - left > 2) lines.push({ text, box, frames: listFrames(element) });
    }
  }
  const { clientWidth: right, scrollWidth, scrollHeight } = document.documentElement;
  return {
    lines,
    pageBox: { left: 0, right, top: -scrollY, bottom: scrollHeight - scrollY },
    windowBox: { left: 0, right, top: 0, bottom: innerHeight },
    overflow: scrollWidth - right,
  };
}
