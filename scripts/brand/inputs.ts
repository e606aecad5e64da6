import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardEn } from '../../lib/content/en';
import { site } from '../../lib/content/site';

/** The logo's classes `fill-*` and `stroke-*` name colors of tokens.css. */
export const LOGO_FILE = 'components/ui/logo.svg';
/** `npm run brand` writes the color of the browser's frame and a hash of its inputs here. */
export const BRAND_FILE = 'app/brand.json';
/** The pictures that `npm run brand` draws. With another list, all are drawn again. */
export const BRAND_PICTURES = {
  browserIcon: 'app/icon.svg',
  /** What browsers and programs ask for that know no other. */
  favicon: 'public/favicon.ico',
  smallIcon: 'public/icon-192.png',
  largeIcon: 'public/icon-512.png',
  appleIcon: 'app/apple-icon.png',
  card: 'public/card.jpg',
};
const TOKENS_FILE = 'app/styles/tokens.css';
/** Their `unicode-range`s say which letters the typeface's files have. */
const FONT_FACES = [TOKENS_FILE, 'app/brand.ts'];
const CONTENT_FOLDER = 'lib/content';
const FONT_FOLDERS = ['app/fonts', 'public/fonts'];

export interface BrandInputs {
  brand: string;
  title: string;
  text: string;
  /** The keys are names in tokens.css without `--color-`. */
  colors: Record<string, string>;
  logo: string;
  fonts: string[];
}

/** Reads the inputs of the icons, the card and the manifest's colors. */
export function readBrandInputs(root = '.'): BrandInputs {
  // A comment may hold a former color.
  const tokens = readFileSync(join(root, TOKENS_FILE), 'utf8').replace(/\/\*.*?\*\//gs, '');
  return {
    brand: site.brand,
    ...cardEn,
    colors: Object.fromEntries(
      Array.from(
        tokens.matchAll(/--color-([\w-]+)\s*:\s*([^;}]+)/g),
        ([, name = '', color = '']) => [name, color.trim()],
      ),
    ),
    logo: readFileSync(join(root, LOGO_FILE), 'utf8'),
    fonts: FONT_FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.woff2'))
        .sort()
        .map((name) => join(root, folder, name)),
    ),
  };
}

export function hashBrand({ fonts, ...inputs }: BrandInputs): string {
  const hash = createHash('sha256').update(JSON.stringify([inputs, BRAND_PICTURES]));
  for (const file of fonts) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Lists the letters of the site's words that no file of the typeface has. */
export function findMissingLetters(root = '.'): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const faces = FONT_FACES.map(read).join('\n');
  const spans = Array.from(
    faces.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g),
    ([, from = '', to]) => ({
      from: parseInt(from, 16),
      to: parseInt(to ?? from, 16),
    }),
  );
  const words = readdirSync(join(root, CONTENT_FOLDER))
    .map((name) => read(join(CONTENT_FOLDER, name)))
    .join('')
    .normalize('NFC');
  return [...new Set(words.match(/\p{L}/gu))].filter((letter) => {
    const code = letter.codePointAt(0)!;
    return !spans.some(({ from, to }) => from <= code && code <= to);
  });
}
