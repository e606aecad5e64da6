import type { Viewport } from 'next';
import localFont from 'next/font/local';
import { canvas, colorScheme } from './brand.json';

/** Bricolage Grotesque for English texts; styles/tokens.css has its fallback and rare letters. */
// next/font names the font family after this variable.
const basic = localFont({
  src: './fonts/bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  variable: '--font-brand',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-0021, U+0025-0026, U+0028-0029, U+002C-003A, U+003F-005A, U+0061-007A, U+00A0, U+00A9, U+2019',
    },
  ],
});

export const brandFontClass = basic.variable;

/** The colors of the browser's own parts: its frame, form controls and scroll bars. */
export const viewport: Viewport = {
  themeColor: canvas,
  colorScheme: colorScheme as Viewport['colorScheme'],
};
