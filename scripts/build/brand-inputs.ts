import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardEn } from '../../lib/content/card-en';
import { site } from '../../lib/content/site';

/** The one drawing of the logo. Its classes `fill-*` and `stroke-*` name colors of tokens.css. */
export const LOGO_FILE = 'components/ui/logo.svg';
/** What `npm run brand` writes down: the color of the window's frame, and a hash of its inputs. */
export const BRAND_FILE = 'app/brand.json';
const TOKENS_FILE = 'app/styles/tokens.css';
const FONT_FOLDERS = ['app/fonts', 'public/fonts'];

export interface BrandInputs {
  brand: string;
  /** Of the card. */
  title: string;
  text: string;
  /** By their names in tokens.css, without `--color-`. */
  colors: Record<string, string>;
  logo: string;
  /** The typeface's files. */
  fonts: string[];
}

/**
 * What the icons, the card and the manifest's colors are made from.
 *
 * @param root the repository
 */
export function readBrandInputs(root = '.'): BrandInputs {
  const tokens = readFileSync(join(root, TOKENS_FILE), 'utf8');
  return {
    brand: site.brand,
    ...cardEn,
    colors: Object.fromEntries(
      Array.from(tokens.matchAll(/--color-([\w-]+): ([^;]+);/g), ([, name = '', color = '']) => [
        name,
        color,
      ]),
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

/** A hash by which a later change of the inputs shows. */
export function hashBrand({ fonts, ...inputs }: BrandInputs): string {
  const hash = createHash('sha256').update(JSON.stringify(inputs));
  for (const file of fonts) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
