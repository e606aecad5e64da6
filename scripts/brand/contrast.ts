import type { Page } from '@playwright/test';

/** Contrasts of text (WCAG 2.2, 1.4.3 and 1.4.6), and of edges and focus rings (1.4.11). */
export const TEXT_CONTRAST = { needed: 4.5, recommended: 7 };
const EDGE_CONTRAST = 3;

const GROUNDS = ['canvas', 'surface', 'raised'];
const TEXTS = ['ink', 'muted', 'accent-ink', 'hint', 'danger', 'success'];
const BUTTONS = ['accent', 'accent-from', 'accent-to'];

type Pair = readonly [color: string, ground: string];

const combine = (colors: readonly string[], grounds: readonly string[]): Pair[] =>
  colors.flatMap((color) => grounds.map((ground): Pair => [color, ground]));

/** What is read on what, by the names in tokens.css. */
const TEXT_PAIRS: readonly Pair[] = [
  ...combine(TEXTS, GROUNDS),
  ...combine(['on-accent'], BUTTONS),
  ...combine(['danger', 'accent-ink'], ['danger-surface']),
  ['on-danger', 'danger-fill'],
  ['on-success', 'success'],
];
/** Letters that are not typed yet are large, and readable like an edge. */
const EDGE_PAIRS = combine(['line-strong', 'danger-line', 'focus', 'ghost'], GROUNDS);

export type Rgb = readonly [red: number, green: number, blue: number];

/** Computes the contrast of two colors, each part 0–255 (WCAG 2.2, “contrast ratio”). */
export function computeContrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [one, other].map(computeLuminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Tells browsers how to draw form controls and scroll bars: as light as the page's own ground. */
export const chooseColorScheme = (colors: Readonly<Record<string, Rgb>>) =>
  computeLuminance(colors['ink']!) < computeLuminance(colors['canvas']!) ? 'light' : 'dark';

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function computeLuminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

interface Contrasts {
  /** A line for each pair that has too little contrast. */
  refused: string[];
  /** A line for each text that has less than is recommended. */
  discouraged: string[];
}

/** @param colors of all pairs, by their names in tokens.css */
export function checkContrasts(colors: Readonly<Record<string, Rgb>>): Contrasts {
  const measure = ([color, ground]: Pair) => {
    const contrast = computeContrast(colors[color]!, colors[ground]!);
    return { contrast, line: `${color} on ${ground} ${contrast.toFixed(2)}` };
  };
  const { needed, recommended } = TEXT_CONTRAST;
  const texts = TEXT_PAIRS.map(measure);
  const edges = EDGE_PAIRS.map(measure);
  return {
    refused: [
      ...texts
        .filter(({ contrast }) => contrast < needed)
        .map(({ line }) => `${line}, needs ${needed} (${recommended} recommended)`),
      ...edges
        .filter(({ contrast }) => contrast < EDGE_CONTRAST)
        .map(({ line }) => `${line}, needs ${EDGE_CONTRAST}`),
    ],
    discouraged: texts
      .filter(({ contrast }) => contrast >= needed && contrast < recommended)
      .map(({ line }) => `${line}, ${recommended} recommended`),
  };
}

/**
 * Has the browser read the colors of all pairs, in whatever notation they are written.
 *
 * @param colors by their names in tokens.css
 * @throws if one is missing or no color by itself
 */
export async function readPairColors(
  page: Page,
  colors: Readonly<Record<string, string>>,
): Promise<Record<string, Rgb>> {
  const names = new Set([...TEXT_PAIRS, ...EDGE_PAIRS].flat());
  const written = [...names].map((name): [string, string] => [name, colors[name] ?? '']);
  const read = await page.evaluate((list) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    return list.map(([name, color]) => {
      if (!CSS.supports('color', color) || color.includes('var(')) return { name, rgb: null };
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data;
      return { name, rgb: alpha === 255 ? ([red, green, blue] as const) : null };
    });
  }, written);
  return Object.fromEntries(
    read.map(({ name, rgb }) => {
      if (!colors[name]) throw new Error(`--color-${name} is missing in tokens.css.`);
      if (!rgb)
        throw new Error(`--color-${name} in tokens.css is “${colors[name]}”: no opaque color.`);
      return [name, rgb];
    }),
  );
}
