import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { site } from '@/lib/content/site';
import { writeOtherWords } from './other-words';

const [brand, contactMail] = ['Ringwell & Sons', 'hallo@ringwell.test'];
const office = 'Dlouhá třída 1234/56, 110 00 Praha 1, Czech Republic';

/** Another owner, with every fact filled in. */
export const OTHER_SITE: typeof site = {
  brand,
  contactMail,
  controller: { name: 'Ringwell Limited', address: office, mail: 'data@ringwell.test' },
  person: { name: 'Magdaléna Dvořáková-Nováčková', role: 'head of automation' },
  companyNumber: '12345678',
  imprint: [
    'Ringwell Limited',
    office,
    'Commercial Register of the Municipal Court in Prague, section C, file 123456',
    'VAT number CZ12345678',
    'Managing director: Magdaléna Dvořáková-Nováčková',
  ],
  phone: '+420 123 456 789',
  price:
    'A first process costs between 3,000 and 6,000 euros, depending on how many of your systems ' +
    'it touches, and from 190 euros a month to run.',
  tools: ['HubSpot', 'Google Calendar'],
  mailProvider: { en: 'Postbote Limited in Brno', cs: 'Postbote s.r.o. v Brně' },
  authority: {
    en: { name: 'the Data Protection Commission', address: 'authority.test/en' },
    cs: { name: 'Komise pro ochranu údajů', address: 'authority.test/cs' },
  },
  since: 2019,
};
export const OTHER_HOST = 'ringwell.test';

function changeFile(root: string, file: string, edit: (text: string) => string): void {
  const text = readFileSync(join(root, file), 'utf8');
  const edited = edit(text);
  if (edited === text) throw new Error(`Nothing to change in ${file}.`);
  writeFileSync(join(root, file), edited);
}

/** Writes `OTHER_SITE` in place of a copy's facts. */
const writeOtherFacts = (root: string): void =>
  changeFile(root, 'lib/content/site.ts', (text) =>
    text.replace(
      /export const contactMail[^]*?\n};\n/,
      () => `export const contactMail = ${JSON.stringify(contactMail)};
export const brand = ${JSON.stringify(brand)};
export const site = ${JSON.stringify(OTHER_SITE)};
`,
    ),
  );

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
  writeOtherFacts(root);
  writeOtherWords(root);
  // Swaps red and blue.
  changeFile(root, TOKENS, (text) => text.replace(COLOR, '#$3$2$1'));
  writeFileSync(join(root, 'components/ui/logo.svg'), LOGO);
}
