import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '@/lib/content/site';
import { writeOtherWords } from './other-words';

export const OTHER_BRAND = {
  brand: 'Ringwell & Sons',
  host: 'ringwell.test',
  contactMail: 'hallo@ringwell.test',
  controller: 'Ringwell Limited',
  privacyMail: 'data@ringwell.test',
};
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <rect width="24" height="24" class="fill-accent" />
  <circle cx="12" cy="12" r="6" class="fill-on-accent" fill-rule="evenodd" />
</svg>
`;

const TOKENS = 'app/styles/tokens.css';
const COLOR = /#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/g;

/** Returns the hexadecimal colors of tokens.css. */
export const readBrandColors = (root: string): string[] =>
  readFileSync(join(root, TOKENS), 'utf8').match(COLOR) ?? [];

/** Applies the steps of docs/make-it-yours.md to a copy, except `npm run brand`. */
export function applyAnotherBrand(root: string): void {
  const change = (file: string, edit: (text: string) => string) => {
    const text = readFileSync(join(root, file), 'utf8');
    const edited = edit(text);
    if (edited === text) throw new Error(`Nothing to change in ${file}.`);
    writeFileSync(join(root, file), edited);
  };
  change('lib/content/site.ts', (text) =>
    text
      .replace(`brand = '${site.brand}'`, `brand = '${OTHER_BRAND.brand}'`)
      .replace(`'${site.contactMail}'`, `'${OTHER_BRAND.contactMail}'`)
      .replace(`name: '${site.controller.name}'`, `name: '${OTHER_BRAND.controller}'`)
      .replace(`'${site.controller.mail}'`, `'${OTHER_BRAND.privacyMail}'`),
  );
  writeOtherWords(root);
  // Swaps red and blue.
  change(TOKENS, (text) => text.replace(COLOR, '#$3$2$1'));
  writeFileSync(join(root, 'components/ui/logo.svg'), LOGO);
}
