import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { BrandInputs } from './inputs';

export const CARD = { width: 1200, height: 630 };
const LEAST_HEADING_PX = 56;
const BAR_COUNT = 80;
const BAR_STEP = CARD.width / BAR_COUNT;
const VOICE_HEIGHT = 217;

/** Returns the HTML page that is screenshotted for the social card. */
export function renderCard(
  { brand, title, text, colors, fonts }: BrandInputs,
  logo: string,
): string {
  const fontNames = fonts.map((file) => `'${basename(file, '.woff2')}'`);
  const fontFaces = fonts.map(
    (file, index) => `@font-face { font-family: ${fontNames[index]}; font-weight: 400 700;
      src: url(data:font/woff2;base64,${readFileSync(file, 'base64')}); }`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    ${fontFaces.join('\n')}
    :root { ${Object.entries(colors)
      .map(([name, color]) => `--color-${name}: ${color};`)
      .join(' ')} }
    * { margin: 0; box-sizing: border-box; }
    body { position: relative; width: 1200px; height: 630px; padding: 64px 72px; overflow: hidden;
      background: radial-gradient(60% 80% at 85% 0%,
        rgb(from var(--color-accent-to) r g b / 0.2),
        rgb(from var(--color-accent-to) r g b / 0) 70%)
        var(--color-canvas);
      color: var(--color-ink); font-family: ${fontNames.join(', ')}, sans-serif;
      -webkit-font-smoothing: antialiased; }
    header { display: flex; min-height: 54px; align-items: center; gap: 18px; font-size: 34px;
      font-weight: 600; line-height: 1.1; letter-spacing: -0.01em; }
    header svg { width: 54px; height: 54px; flex-shrink: 0; }
    h1 { max-width: 1000px; margin-top: 45px; font-size: 100px; font-weight: 600; line-height: 0.98;
      letter-spacing: -0.041em; text-wrap: balance; }
    p { max-width: 940px; margin-top: 33px; color: var(--color-muted); font-size: 31px;
      line-height: 1.4; }
    .voice { position: absolute; inset: auto 0 -33px; width: 1200px; fill: none;
      stroke: var(--color-line); stroke-width: ${BAR_STEP / 3}; stroke-linecap: round; }
    .voice :nth-child(2) { stroke: rgb(from var(--color-accent-to) r g b / 0.5); }
  </style>
  <header>${logo}<span>${escapeHtml(brand)}</span></header>
  <h1>${escapeHtml(title)}</h1>
  <p>${escapeHtml(text)}</p>
  <svg class="voice" viewBox="0 0 ${CARD.width} ${VOICE_HEIGHT}" height="${VOICE_HEIGHT}">
    ${drawVoice()}
  </svg>`;
}

/**
 * Makes the card's heading smaller until everything fits.
 *
 * @throws if it would become too small to be read
 */
export async function fitCard(page: Page): Promise<void> {
  const fitting = await page.evaluate((least) => {
    const { body } = document;
    const heading = document.querySelector('h1')!;
    const texts = [...document.querySelectorAll('span, h1, p')];
    const end = body.clientHeight - parseFloat(getComputedStyle(body).paddingBottom);
    let size = parseFloat(getComputedStyle(heading).fontSize);
    while (
      size >= least &&
      texts.some(
        (text) => text.getBoundingClientRect().bottom > end || text.scrollWidth > text.clientWidth,
      )
    ) {
      size -= 2;
      heading.style.fontSize = `${size}px`;
    }
    return size;
  }, LEAST_HEADING_PX);
  if (fitting < LEAST_HEADING_PX)
    throw new Error('The card has no room for its words: shorten the brand or cardEn (en.ts).');
}

/** Draws the bars of a voice, as at the foot of the landing page's first screen. */
function drawVoice(): string {
  const groups = ['', '', '', ''];
  for (let bar = 0; bar < BAR_COUNT; bar += 1) {
    const swell = Math.sin((Math.PI * bar) / (BAR_COUNT - 1)) ** 1.4;
    const sound = 0.34 + 0.66 * Math.abs(Math.sin(bar * 1.27) * Math.cos(bar * 0.41 + 0.6));
    const length = Math.max(2, Math.round(VOICE_HEIGHT * 0.94 * swell * sound));
    const x = Math.round(BAR_STEP / 2 + bar * BAR_STEP);
    groups[bar % groups.length] += `M${x} ${Math.round((VOICE_HEIGHT - length) / 2)}v${length}`;
  }
  return groups.map((d) => `<path d="${d}"/>`).join('');
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
