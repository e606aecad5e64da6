import type { Page } from '@playwright/test';
import { BRAND_PICTURES, type BrandInputs } from './inputs';
import { CARD, fitCard, renderCard } from './card';
import type { Logo } from './logo';

/** Share of the icon that the logo fills: platforms crop icons to circles or rounded squares. */
const SAFE_SHARE = 0.8;
const ICONS = [
  { file: BRAND_PICTURES.smallIcon, size: 192, share: SAFE_SHARE },
  { file: BRAND_PICTURES.largeIcon, size: 512, share: SAFE_SHARE },
  // Systems cut it by a rounded square, like the logo's own tile.
  { file: BRAND_PICTURES.appleIcon, size: 180, share: 1 },
];
const FAVICON_SIZES = [16, 32, 48];

/** Draws all pictures of the brand, by file. */
export async function drawPictures(
  page: Page,
  inputs: BrandInputs,
  logo: Logo,
): Promise<Map<string, string | Buffer>> {
  const pictures = new Map<string, string | Buffer>([
    [BRAND_PICTURES.browserIcon, drawBrowserIcon(inputs, logo)],
  ]);
  const tile = logo.getTileColor();
  const drawIcon = async (size: number, share: number) => {
    const logoShare = tile ? share : SAFE_SHARE;
    const place = `translate(${50 - 50 * logoShare} ${50 - 50 * logoShare}) scale(${logoShare})`;
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<!doctype html><style>
      body { margin: 0; background: ${tile ?? inputs.colors['canvas']}; }
      svg { display: block; }
    </style><svg viewBox="0 0 100 100"><g transform="${place}">${logo.renderSvg()}</g></svg>`);
    return page.screenshot();
  };
  for (const { file, size, share } of ICONS) pictures.set(file, await drawIcon(size, share));
  const favicons: Favicon[] = [];
  for (const size of FAVICON_SIZES) favicons.push({ size, png: await drawIcon(size, 1) });
  pictures.set(BRAND_PICTURES.favicon, joinFavicons(favicons));
  await page.setViewportSize(CARD);
  await page.setContent(renderCard(inputs, logo.renderSvg()));
  await page.evaluate(() => document.fonts.ready);
  await fitCard(page);
  pictures.set(BRAND_PICTURES.card, await page.screenshot({ type: 'jpeg', quality: 92 }));
  return pictures;
}

/** The tab's icon has a gradient, like the site's main buttons. */
function drawBrowserIcon({ colors }: BrandInputs, logo: Logo): string {
  const [from, to] = [colors['accent-from'], colors['accent-to']];
  const gradient =
    '<defs><linearGradient id="a" x1="0" y1="0" x2="1" y2="1">' +
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`;
  return `${logo.renderSvg((token, color) => (token === 'accent' ? 'url(#a)' : color), gradient)}\n`;
}

interface Favicon {
  size: number;
  png: Buffer;
}

/**
 * Joins icons of at most 255 pixels to one file, which holds them as PNG
 * (https://learn.microsoft.com/en-us/windows/win32/menurc/newheader).
 */
export function joinFavicons(favicons: readonly Favicon[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(favicons.length, 4);
  let offset = header.length + favicons.length * 16;
  const entries = favicons.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...favicons.map(({ png }) => png)]);
}
