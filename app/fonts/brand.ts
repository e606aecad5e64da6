import localFont from 'next/font/local';

/** Bricolage Grotesque for English texts; styles/tokens.css has its fallback and rare letters. */
// next/font names the font family after this variable.
const basic = localFont({
  src: './bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  variable: '--font-brand',
});

export const brandFontClass = basic.variable;
