import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'lib/content';
/** They hold facts, code or messages for developers. */
const OTHER_FILES = ['site.ts', 'phone.ts', 'czech-spaces.ts'];
/** Code, names and units, which another owner would keep. */
const KEPT_WORDS = /^(\$.*|\p{Lu}+|.|min|macOS|Windows|Android\p{L}*|Supabase|Vapi|Daily)$/u;
/** Their values are code. */
const CODE_PROPERTIES = /^(icon|drawing|id|language|type|unit): $/;
/** A comment, or a text in quotes, with the property that it is the value of. */
const TEXT = /\/\/.*|\/\*[^]*?\*\/|(\w+: )?((['"`])(?:\\.|(?!\3)[^\\])*\3)/g;
/** A word that is no part of code, a path, an address or a placeholder. */
const WORD = /\$\{[^}]*\}|(?<![\p{L}\d/@{.])\p{L}+(?![@}/])/gu;
/** Each becomes its neighbour. Words keep their length, as a page has room for so many letters. */
const VOWELS = 'aeiouyAEIOUY';

const changeWords = (text: string) =>
  text.replace(WORD, (word) =>
    KEPT_WORDS.test(word)
      ? word
      : word.replace(/[aeiouy]/gi, (vowel) => VOWELS[VOWELS.indexOf(vowel) ^ 1] ?? vowel),
  );

/** Has Czech texts begin with a one-letter word, which is bound to the next one. */
const bindFirstWord = (text: string) =>
  text.replace(/(?<=^['`])\p{L}+(?= \p{L})/u, (word) => (KEPT_WORDS.test(word) ? word : 'U'));

/** Changes every sentence of a copy of the site. */
export function writeOtherWords(root: string): void {
  for (const name of readdirSync(join(root, FOLDER))) {
    if (OTHER_FILES.includes(name)) continue;
    const file = join(root, FOLDER, name);
    const change = (text: string) =>
      name.endsWith('-cs.ts') ? bindFirstWord(changeWords(text)) : changeWords(text);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(TEXT, (all, property = '', text?: string) =>
        text && isSentence(text, property) ? property + change(text) : all,
      ),
    );
  }
}

/** Or a word that a page shows. */
const isSentence = (text: string, property: string) =>
  /^.\p{Lu}| |^`/u.test(text) ||
  (/^.\p{Ll}+.$/u.test(text) && property !== '' && !CODE_PROPERTIES.test(property));

/** Empties the lists of claims of a copy of the site. */
export function dropClaims(root: string): void {
  const file = join(root, FOLDER, 'claims.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/ = \[[^]*?\];/g, ' = [];'));
}
