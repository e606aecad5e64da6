import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '@/lib/content/site';

export const ANOTHER = {
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

/** The colors of the list that are written as numbers. */
export const readBrandColors = (root: string): string[] =>
  readFileSync(join(root, TOKENS), 'utf8').match(COLOR) ?? [];

/** Does to a copy what docs/make-it-yours.md says, but for `npm run brand`. */
export function applyAnotherBrand(root: string): void {
  const change = (file: string, edit: (text: string) => string) => {
    const text = readFileSync(join(root, file), 'utf8');
    const edited = edit(text);
    if (edited === text) throw new Error(`Nothing to change in ${file}.`);
    writeFileSync(join(root, file), edited);
  };
  change('lib/content/site.ts', (text) =>
    text
      .replace(`brand: '${site.brand}'`, `brand: '${ANOTHER.brand}'`)
      .replace(`'${site.contactMail}'`, `'${ANOTHER.contactMail}'`)
      .replace(`name: '${site.controller.name}'`, `name: '${ANOTHER.controller}'`)
      .replace(`'${site.controller.mail}'`, `'${ANOTHER.privacyMail}'`),
  );
  // Red and blue change places.
  change(TOKENS, (text) => text.replace(COLOR, '#$3$2$1'));
  writeFileSync(join(root, 'components/ui/logo.svg'), LOGO);
}
