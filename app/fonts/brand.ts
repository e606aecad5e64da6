import localFont from 'next/font/local';

/** Bricolage Grotesque, the letters of English texts; styles/tokens.css sizes what stands in for it. */
const basic = localFont({
  src: './bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  variable: '--font-brand',
});

/** The class of `<html>` for these letters; accents and rare signs are in styles/tokens.css. */
export const brandClass = basic.variable;
