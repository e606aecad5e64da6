import localFont from 'next/font/local';

/** Bricolage Grotesque, what English texts are written in; sized so that its fallback takes the same room. */
const basic = localFont({
  src: './bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-brand',
});

/** The class of `<html>` for these letters; accents and rare signs are in styles/tokens.css. */
export const brandClass = basic.variable;
