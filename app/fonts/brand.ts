import localFont from 'next/font/local';

/** Bricolage Grotesque, Latin letters; sized so that its fallback takes the same room. */
const brandFont = localFont({
  src: './bricolage-latin.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-brand',
});

/** Its Czech letters, fetched only by a page that contains one. */
const brandFontCzech = localFont({
  src: './bricolage-czech.woff2',
  weight: '400 700',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+010C-010F, U+011A-011B, U+0139-013A, U+013D-013E, U+0147-0148, U+0154-0155, U+0158-0159, U+0160-0161, U+0164-0165, U+016E-016F, U+017D-017E',
    },
  ],
  variable: '--font-brand-czech',
});

/** Both, for the class of `<html>`. */
export const fontClasses = `${brandFont.variable} ${brandFontCzech.variable}`;
