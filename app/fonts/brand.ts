import localFont from 'next/font/local';

/** Bricolage Grotesque for English texts; styles/tokens.css has its fallback and rare letters. */
const brandFont = localFont({
  src: './bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  variable: '--font-brand',
});

export const brandFontClass = brandFont.variable;
