import type { Page } from '@playwright/test';
import { checkContrasts, readPairColors, TEXT_CONTRAST } from '@/scripts/brand/contrast';
import { readBrandInputs } from '@/scripts/brand/inputs';

interface MeasuredText {
  element: HTMLElement;
  name: string;
  color: string;
  /** Whether the element and all its ancestors are fully opaque. */
  isOpaque: boolean;
}
interface Texts {
  remaining: MeasuredText[];
  /** The texts that were brought into view last. */
  textsInView: MeasuredText[];
  /** Changes when one of these moves, or is replaced. */
  describePlaces: () => string;
  /** Where they were when they were brought into view. */
  placesWhenShown: string;
}
interface View extends Omit<MeasuredText, 'element'> {
  /** Its boxes in the window, one per line; empty if it cannot be brought into view. */
  boxes: { x: number; y: number; width: number; height: number }[];
}

/**
 * Measures the contrast of text on its pixels: the text is made transparent, and each line is
 * compared with the pixel behind it that contrasts least. Large text must reach the same
 * ratio.
 *
 * @param selectors what to measure; every text on the page when absent
 * @returns what has less than the palette promises, or cannot be measured, one sentence each
 */
export async function findLowContrast(page: Page, selectors?: string[]): Promise<string[]> {
  // A typeface that loads meanwhile would move the texts.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const minContrast = await readMinContrast(page);
  const texts = await page.evaluateHandle(findTexts, selectors);
  const restore = await page.evaluateHandle(hideTexts, selectors);
  const found: string[] = [];
  let attemptsLeft = 20;
  try {
    for (;;) {
      const views = await texts.evaluate(bringIntoView);
      if (views.length === 0 && (await texts.evaluate(({ remaining }) => remaining.length === 0)))
        return found;
      // Scrolling and hiding show in the screenshot two frames later.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      const png = (await page.screenshot({ scale: 'css' })).toString('base64');
      if (
        (await texts.evaluate(
          ({ describePlaces, placesWhenShown }) => describePlaces() !== placesWhenShown,
        )) &&
        attemptsLeft > 0
      ) {
        // Something, such as the call widget, moved them, so they are measured again.
        attemptsLeft -= 1;
        await texts.evaluate(
          ({ remaining, textsInView }) => void remaining.unshift(...textsInView),
        );
        continue;
      }
      const ratios = await page.evaluate(measureContrast, { png, views });
      ratios.forEach((ratio, index) => {
        if (!(ratio >= minContrast)) found.push(`${views[index]?.name} ${ratio.toFixed(2)}:1`);
      });
    }
  } finally {
    await restore.evaluate((run) => run());
  }
}

/**
 * Returns the contrast that every text has to have: the recommended one if all pairs of the palette
 * have it, otherwise the one that `npm run brand` demands.
 */
export async function readMinContrast(page: Page): Promise<number> {
  const { discouraged } = checkContrasts(await readPairColors(page, readBrandInputs().colors));
  return discouraged.length === 0 ? TEXT_CONTRAST.recommended : TEXT_CONTRAST.needed;
}

/** The elements that contain text: those that are named, or all visible ones. */
function findTexts(selectors: string[] | undefined): Texts {
  // What is dimmed behind a dialog or the menu cannot be used until that closes.
  const scope = document.querySelector(':modal, :popover-open') ?? document.body;
  const controls =
    'select, textarea:not([tabindex="-1"]), input:not([type="range"], [type="radio"], ' +
    '[tabindex="-1"])';
  const isForScreenReaders = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' ||
      isForScreenReaders(element.parentElement));
  const isShown = (element: HTMLElement) =>
    !element.closest(
      'script, style, noscript, option, :disabled, [aria-disabled], .stage-pill, .try-call, ' +
        '.call-bar',
    ) &&
    !isForScreenReaders(element) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    (element.matches(controls) ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim()));
  const isNamed = (element: HTMLElement) =>
    selectors?.some((selector) => element.matches(selector));
  const all = [...scope.querySelectorAll<HTMLElement>('*')].filter(selectors ? isNamed : isShown);
  const remaining = all.map((element) => {
    const around: Element[] = [];
    for (let box: Element | null = element; box; box = box.parentElement) around.push(box);
    return {
      element,
      name: element.outerHTML.slice(0, 100),
      color: getComputedStyle(
        element,
        element.matches(':placeholder-shown') ? '::placeholder' : null,
      ).color,
      isOpaque: around.every((box) => getComputedStyle(box).opacity === '1'),
    };
  });
  const texts: Texts = {
    remaining,
    textsInView: [],
    describePlaces: () =>
      texts.textsInView
        .map(({ element }) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.isConnected, x, y, width, height].join(' ');
        })
        .join(),
    placesWhenShown: '',
  };
  return texts;
}

/** Hides the texts. Returns a function that shows them again. */
function hideTexts(selectors: string[] | undefined): () => void {
  const sheet = new CSSStyleSheet();
  // The letters and the caret of a heading being typed are no background, nor is what lies over a
  // text when it is scrolled to: the way back to the newest words, the bars that lead to the call.
  sheet.replaceSync(`
    :not(svg, svg *), ::placeholder {
      color: transparent !important;
      -webkit-text-fill-color: transparent !important;
      caret-color: transparent !important;
      transition: none !important;
    }
    .typing-line, .typing-line > span { background: none !important; }
  `);
  for (const over of ['.stage-pill', '.try-call', '.call-bar'])
    if (!selectors?.some((selector) => selector.startsWith(over)))
      sheet.insertRule(`${over} { visibility: hidden !important; }`);
  document.adoptedStyleSheets.push(sheet);
  const { scrollX, scrollY } = window;
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  };
}

/**
 * Scrolls to the first text that is left, and takes out of the list what can be seen from there.
 */
function bringIntoView(texts: Texts): View[] {
  const measureBoxes = (element: HTMLElement) => {
    if (element.matches('select, input, textarea')) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const [left, right] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
      return [new DOMRect(x + left, y + height / 4, width - left - right, height / 2)];
    }
    return [...element.childNodes]
      .filter((node) => node instanceof Text && node.data.trim())
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].filter(({ width }) => width >= 1);
      });
  };
  const isInside = (outer: DOMRect, inner: DOMRect) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  const createVisibilityTest = (element: HTMLElement) => (box: DOMRect) => {
    if (!isInside(new DOMRect(0, 0, innerWidth, innerHeight), box)) return false;
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const isClipping = getComputedStyle(outer).overflow !== 'visible';
      if (isClipping && !isInside(outer.getBoundingClientRect(), box)) return false;
    }
    // Not at the very edges: the browser rounds points to pixels, and the neighbor of a narrow
    // sign may be hit.
    const edge = Math.min(Math.max(box.width * 0.05, 1.5), box.width / 2);
    return [edge, box.width / 2, box.width - edge].every((along) => {
      const [x, y] = [box.left + along, box.top + box.height / 2];
      const top = document.elementFromPoint(x, y);
      return element.contains(top) || top?.contains(element);
    });
  };
  // What lies under the open sheet of the call can be read when that is closed.
  const sheet = document.querySelector('.stage-sheet');
  const isCoveredBySheet = (element: HTMLElement) => {
    if (!sheet || sheet.contains(element)) return false;
    const [over, under] = [sheet.getBoundingClientRect(), element.getBoundingClientRect()];
    return over.top < under.bottom && under.top < over.bottom && over.left < under.right;
  };
  // What has left the page by now, such as a caption, is not measured.
  texts.remaining = texts.remaining.filter(({ element }) => element.isConnected);
  texts.textsInView = [];
  const [first] = texts.remaining;
  first?.element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const views: View[] = [];
  for (const text of [...texts.remaining]) {
    const { element, ...rest } = text;
    const boxes = measureBoxes(element);
    if (!boxes.every(createVisibilityTest(element))) {
      if (text !== first) continue;
      if (isCoveredBySheet(element)) {
        texts.remaining.splice(texts.remaining.indexOf(text), 1);
        continue;
      }
      boxes.length = 0;
    }
    texts.remaining.splice(texts.remaining.indexOf(text), 1);
    texts.textsInView.push(text);
    views.push({
      ...rest,
      boxes: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })),
    });
  }
  texts.placesWhenShown = texts.describePlaces();
  return views;
}

/**
 * Returns the worst contrast of each text in a picture of the window; 0 if there is no text.
 */
async function measureContrast({ png, views }: { png: string; views: View[] }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const linear = Array.from({ length: 256 }, (_, value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const computeLuminance = (red = 0, green = 0, blue = 0) =>
    0.2126 * linear[red]! + 0.7152 * linear[green]! + 0.0722 * linear[blue]!;
  return views.map(({ color, isOpaque, boxes }) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    // Mixed colors would have to be mixed here as well.
    if (alpha !== 255 || !isOpaque || boxes.length === 0) return 0;
    const text = computeLuminance(red, green, blue);
    context.drawImage(picture, 0, 0);
    let worst = 21;
    for (const { x, y, width, height } of boxes) {
      const right = Math.min(picture.width, Math.ceil(x + width));
      const bottom = Math.min(picture.height, Math.ceil(y + height));
      const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
      if (right <= left || bottom <= top) continue;
      const { data } = context.getImageData(left, top, right - left, bottom - top);
      for (let at = 0; at < data.length; at += 4) {
        const ground = computeLuminance(data[at], data[at + 1], data[at + 2]);
        const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
        worst = Math.min(worst, ratio);
      }
    }
    return worst;
  });
}
