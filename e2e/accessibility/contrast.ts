import type { Page } from '@playwright/test';
import {
  checkContrasts,
  computeContrast,
  readPairColors,
  type Rgb,
  TEXT_CONTRAST,
} from '@/scripts/brand/contrast';
import { readBrandInputs } from '@/scripts/brand/inputs';

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
  const texts = await page.locator(selectors.join()).elementHandles();
  const colors = await Promise.all(texts.map((text) => text.evaluate(readColor)));
  const hideOverlays = OVERLAYS.filter((over) => !selectors.some((each) => each.startsWith(over)))
    .map((over) => `${over} { visibility: hidden !important; }`)
    .join('');
  const found: string[] = [];
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, HIDE_TEXT + hideOverlays);
  for (const [index, text] of texts.entries()) {
    const color = colors[index];
    // Some leave the page meanwhile, as a caption, or a digit of the timer.
    if (!color || !(await text.isVisible())) continue;
    const png = await text.screenshot({ scale: 'css' }).catch(() => null);
    if (!(await text.isVisible())) continue;
    if (!png) throw new Error(`no picture: ${await text.evaluate((it) => it.textContent)}`);
    const grounds = await text.evaluate(readGrounds, png.toString('base64'));
    const worst = Math.min(...grounds.map((ground) => computeContrast(color, ground)));
    if (worst < minContrast)
      found.push(`${await text.evaluate((it) => (it as Element).outerHTML)} ${worst.toFixed(2)}:1`);
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
 * Runs in the page. Reads the color of an element's text, or of its placeholder; null if it has
 * left the page.
 */
function readColor(element: Element): Rgb | null {
  if (!element.isConnected) return null;
  const isEmpty = element.matches(':placeholder-shown');
  const { color } = getComputedStyle(element, isEmpty ? '::placeholder' : null);
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data;
  for (let box: Element | null = element; box; box = box.parentElement)
    // Mixed colors would have to be mixed here as well.
    if (alpha !== 255 || getComputedStyle(box).opacity !== '1')
      throw new Error(`half-transparent: ${element.outerHTML}`);
  return [red, green, blue];
}

/**
 * Runs in the page. Lists the colors behind the lines of an element in a picture of it; none where
 * something else, such as the edge of an open sheet, lies on them.
 */
async function readGrounds(element: Element, png: string): Promise<Rgb[]> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const frame = element.getBoundingClientRect();
  const range = document.createRange();
  const measureLines = (node: Node) => {
    range.selectNodeContents(node);
    return node instanceof Text ? [...range.getClientRects()] : [];
  };
  /** Without its border and its arrow. */
  const measureField = () => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const [left, right] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
    const { x, y, width, height } = frame;
    return [new DOMRect(x + left, y + height / 4, width - left - right, height / 2)];
  };
  const lines = element.matches('select, input, textarea')
    ? measureField()
    : [...element.childNodes].flatMap(measureLines);
  const pixels = new Set<number>();
  for (const { x, y, width, height } of lines) {
    const isFree = [1, height / 2, height - 1].every((down) => {
      const top = document.elementFromPoint(x + width / 2, y + down);
      return element.contains(top) || top?.contains(element);
    });
    if (width < 1 || !isFree) continue;
    const [left, above] = [
      Math.floor(x) - Math.floor(frame.x),
      Math.floor(y) - Math.floor(frame.y),
    ];
    const { data } = context.getImageData(left, above, Math.ceil(width), Math.ceil(height));
    for (const pixel of new Uint32Array(data.buffer)) pixels.add(pixel);
  }
  return (
    [...pixels]
      // Those outside the picture are transparent.
      .filter((pixel) => pixel >>> 24 === 255)
      .map((pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255])
  );
}
