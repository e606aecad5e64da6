import localFont from 'next/font/local';

/** Bricolage Grotesque, the letters of English texts. Next sizes the fallback to match. */
const basic = localFont({
  src: './bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-brand',
});

/** The class of `<html>` for these letters; accents and rare signs are in styles/tokens.css. */
export const brandClass = basic.variable;
