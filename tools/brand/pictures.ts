import type { Page } from '@playwright/test';
import type { BrandInputs } from '../../scripts/build/brand-inputs';
import { CARD, renderCard } from './card';
import type { Logo } from './logo';

/** Share of the icon that the logo fills: platforms crop icons to circles or rounded squares. */
const SAFE_SHARE = 0.8;
const ICONS = [
  { file: 'public/icon-192.png', size: 192, share: SAFE_SHARE },
  { file: 'public/icon-512.png', size: 512, share: SAFE_SHARE },
  // Systems cut it by a rounded square, like the logo's own tile.
  { file: 'app/apple-icon.png', size: 180, share: 1 },
];
const ICON_FILE = 'app/icon.svg';
const CARD_FILE = 'public/card.jpg';

/** Draws all pictures of the brand, by file. */
export async function drawPictures(
  page: Page,
  inputs: BrandInputs,
  logo: Logo,
): Promise<Map<string, string | Buffer>> {
  const pictures = new Map<string, string | Buffer>([[ICON_FILE, drawBrowserIcon(inputs, logo)]]);
  const tile = logo.getTileColor();
  for (const { file, size, share } of ICONS) {
    const logoShare = tile ? share : SAFE_SHARE;
    const place = `translate(${50 - 50 * logoShare} ${50 - 50 * logoShare}) scale(${logoShare})`;
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<!doctype html><style>
      body { margin: 0; background: ${tile ?? inputs.colors['canvas']}; }
      svg { display: block; }
    </style><svg viewBox="0 0 100 100"><g transform="${place}">${logo.renderSvg()}</g></svg>`);
    pictures.set(file, await page.screenshot());
  }
  await page.setViewportSize(CARD);
  await page.setContent(renderCard(inputs, logo.renderSvg()));
  await page.evaluate(() => document.fonts.ready);
  pictures.set(CARD_FILE, await page.screenshot({ type: 'jpeg', quality: 92 }));
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
