import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { site } from '@/lib/content/site';
import { writeOtherWords } from './other-words';

const contactMail = 'hallo@ringwell.test';
/** 45 letters. */
const brand = 'Ringwell & Söhne Telefonassistenten in Europa';
const shortBrand = 'Ringwell & Söhne';
const office = 'Dlouhá třída 1234/56, 110 00 Praha 1, Czech Republic';

/** Another owner, with every fact filled in. */
export const OTHER_SITE: typeof site = {
  brand,
  shortBrand,
  contactMail,
  controller: { name: 'Ringwell Limited', address: office, mail: 'data@ringwell.test' },
  person: {
    name: 'Magdaléna Dvořáková-Nováčková',
    role: 'head of automation',
    photo: '/icon-192.png',
  },
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
  tools: [
    { name: 'HubSpot', mark: '/icon-192.png' },
    { name: 'Google Calendar', mark: '/icon-512.png' },
  ],
  sample: { audio: '/sample.mp3', captions: '/sample.vtt' },
  mailProvider: { en: 'Postbote Limited in Brno', cs: 'Postbote s.r.o. v Brně' },
  authority: {
    en: { name: 'the Data Protection Commission', address: 'authority.test/en' },
    cs: { name: 'Komise pro ochranu údajů', address: 'authority.test/cs' },
  },
  since: 2019,
};
export const OTHER_HOST = 'ringwell.test';

export function changeFile(root: string, file: string, edit: (text: string) => string): void {
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
const brand = ${JSON.stringify(brand)};
export const shortBrand = ${JSON.stringify(shortBrand)};
export const site = ${JSON.stringify(OTHER_SITE)};
`,
    ),
  );

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <rect width="24" height="24" class="fill-accent" />
  <circle cx="12" cy="12" r="6" class="fill-on-accent" fill-rule="evenodd" />
</svg>
`;

export const TOKENS = 'app/styles/tokens.css';

/** A light palette with a bright button, by the names in tokens.css. */
export const OTHER_COLORS: Record<string, string> = {
  canvas: '#fffdf8',
  surface: '#fefefe',
  raised: '#f4efe6',
  shade: '#1a1712',
  ink: '#1b1a17',
  muted: '#48453e',
  line: '#ddd6c8',
  'line-strong': '#7d7668',
  ghost: '#7d7668',
  focus: '#1d4ed8',
  accent: '#ffd23f',
  'on-accent': '#241a00',
  'accent-from': '#ffe07a',
  'accent-to': '#ffb62e',
  'accent-ink': '#6b4000',
  hint: '#543200',
  danger: '#8c0f08',
  'danger-line': '#c9382e',
  'danger-surface': '#fdecea',
  'danger-fill': '#8f1d18',
  'on-danger': '#ffffff',
  success: '#0b5730',
  'on-success': '#fdfdfd',
};

/** Applies the steps of docs/make-it-yours.md to a copy, except `npm run brand`. */
export function applyAnotherBrand(root: string): void {
  writeOtherFacts(root);
  writeOtherWords(root);
  changeFile(root, TOKENS, (text) =>
    text.replace(
      /--color-([\w-]+): #[^;]+/g,
      (_, name) => `--color-${name}: ${OTHER_COLORS[name]}`,
    ),
  );
  writeFileSync(join(root, 'components/ui/logo.svg'), LOGO);
  writeFileSync(join(root, 'public/sample.mp3'), '');
  writeFileSync(join(root, 'public/sample.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n');
}
