import type { Page } from '@playwright/test';
import {
  checkContrasts,
  computeContrast,
  readPairColors,
  type Rgb,
  TEXT_CONTRAST,
} from '@/scripts/brand/contrast';
import { readBrandInputs } from '@/scripts/brand/inputs';
import { waitUntilSettled } from '../support/loading';

/** Leaves a picture of what is behind the text, without the letters and caret that are typed. */
const HIDE_TEXT = `
  :not(svg, svg *), ::placeholder {
    color: transparent !important;
    -webkit-text-fill-color: transparent !important;
    caret-color: transparent !important;
    transition: none !important;
  }
  .typing-line, .typing-line > span { background: none !important; }
`;

/** What lies over a text that is scrolled to. */
const OVERLAYS = ['.stage-pill', '.try-call', '.call-bar'];

/**
 * Measures the contrast of text on its pixels: each line is compared with the pixel behind it that
 * contrasts least. Large text must reach the same ratio.
 *
 * @param selectors of the elements that contain the text
 * @returns those with less than the palette promises, one sentence each
 */
export async function findLowContrast(page: Page, selectors: string[]): Promise<string[]> {
  if (selectors.length === 0) return [];
  // A typeface that loads meanwhile would move the texts.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const minContrast = await readMinContrast(page);
  const handles = await page.locator(selectors.join()).elementHandles();
  if (handles.length === 0) throw new Error(`nothing to measure: ${selectors.join()}`);
  const colors = await Promise.all(handles.map((text) => text.evaluate(readColor, 'color')));
  const hideOverlays = OVERLAYS.filter((over) => !selectors.some((each) => each.startsWith(over)))
    .map((over) => `${over} { visibility: hidden !important; }`)
    .join('');
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, HIDE_TEXT + hideOverlays);
  const found: string[] = [];
  for (const [index, element] of handles.entries()) {
    await element.evaluate((it) =>
      (it as Element).scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    // What scrolling moves is there.
    await waitUntilSettled(page);
    const { html, lines } = await element.evaluate(measureText);
    const png = (await page.screenshot({ scale: 'css' })).toString('base64');
    const grounds = await page.evaluate(readGrounds, { boxes: lines, png });
    const worst = Math.min(...grounds.map((ground) => computeContrast(colors[index]!, ground)));
    if (worst < minContrast) found.push(`${html} ${worst.toFixed(2)}:1`);
  }
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return found;
}

/**
 * Returns the contrast that every text has to have: the recommended one if all pairs of the palette
 * have it, otherwise the one that `npm run brand` demands.
 */
export async function readMinContrast(page: Page): Promise<number> {
  const { discouraged } = checkContrasts(await readPairColors(page, readBrandInputs().colors));
  return discouraged.length === 0 ? TEXT_CONTRAST.recommended : TEXT_CONTRAST.needed;
}

/**
 * Runs in the page. Reads a color of an element, `color` of its placeholder while that is shown;
 * null if it has left the page.
 */
export function readColor(element: Element, property: string): Rgb | null {
  if (!element.isConnected) return null;
  const isEmpty = property === 'color' && element.matches(':placeholder-shown');
  const style = getComputedStyle(element, isEmpty ? '::placeholder' : null);
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.fillStyle = style.getPropertyValue(property);
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data;
  for (let box: Element | null = element; box; box = box.parentElement)
    // Mixed colors would have to be mixed here as well.
    if (alpha !== 255 || getComputedStyle(box).opacity !== '1')
      throw new Error(`half-transparent: ${element.outerHTML}`);
  return [red, green, blue];
}

/**
 * Runs in the page. Measures the lines of an element's text, but for those on which something else
 * lies, such as the edge of an open sheet; none of an element that has left the page.
 */
function measureText(node: Node) {
  const element = node as Element;
  const range = document.createRange();
  const measureLines = (child: Node) => {
    range.selectNodeContents(child);
    return child instanceof Text ? [...range.getClientRects()] : [];
  };
  /** Without its border and its arrow. */
  const measureField = () => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const [left, right] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
    const { x, y, width, height } = element.getBoundingClientRect();
    return [new DOMRect(x + left, y + height / 4, width - left - right, height / 2)];
  };
  const isFree = ({ x, y, width, height }: DOMRect) =>
    [1, width / 2, width - 1].every((across) =>
      [1, height / 2, height - 1].every((down) => {
        const top = document.elementFromPoint(x + across, y + down);
        return element.contains(top) || top?.contains(element);
      }),
    );
  const isField = element.matches('select, input, textarea');
  const lines = (isField ? measureField() : [...element.childNodes].flatMap(measureLines))
    .filter((line) => line.width >= 1 && isFree(line))
    .map(({ x, y, width, height }) => [x, y, width, height]);
  return { html: element.outerHTML, lines };
}

/** Runs in the page. Lists the colors within some boxes in a picture of the window. */
export async function readGrounds({ boxes, png }: { boxes: number[][]; png: string }) {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const pixels = new Set<number>();
  for (const [x = 0, y = 0, width = 0, height = 0] of boxes) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const { data } = context.getImageData(left, top, Math.ceil(width), Math.ceil(height));
    for (const pixel of new Uint32Array(data.buffer)) pixels.add(pixel);
  }
  return (
    [...pixels]
      // Those outside the picture are transparent.
      .filter((pixel) => pixel >>> 24 === 255)
      .map((pixel): Rgb => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255])
  );
}
