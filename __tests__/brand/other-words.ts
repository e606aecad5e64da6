import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'lib/content';
/** They hold facts, code or messages for developers. */
const OTHER_FILES = ['site.ts', 'phone.ts', 'czech-spaces.ts'];
/** Code, names and units, which another owner would keep: `AI`, `macOS`, `min`. */
const KEPT_WORDS = /^(\$.*|\p{Lu}+|.|min|macOS|Windows|Android\p{L}*|Supabase|Vapi|Daily)$/u;
/** Their values are code, as in `icon: 'check'`. */
const CODE_PROPERTIES = /^(icon|drawing|id|language|type|unit)$/;
const COMMENT = /\/\/.*|\/\*[^]*?\*\//;
/** A text with its quotes, and its property, if it has one: `label: 'Home'`. */
const TEXT = /(?:(?<property>\w+): )?(?<text>(?<quote>['"`])(?:\\.|(?!\k<quote>)[^\\])*\k<quote>)/;
const COMMENT_OR_TEXT = new RegExp(`${COMMENT.source}|${TEXT.source}`, 'g');
/** A word, but not of `${site.brand}`, `{email}`, `/privacy` or `eva@example.com`. */
const WORD = /\$\{[^}]*\}|(?<![\p{L}\d/@{.])\p{L}+(?![@}/])/gu;
const VOWELS = 'aeiouyAEIOUY';
const OTHER_VOWELS = 'eaoiyuEAOIYU';

/** Makes `Halli` of `Hello`. Words keep their length, as a page has room for so many letters. */
const changeWords = (text: string) =>
  text.replace(WORD, (word) =>
    KEPT_WORDS.test(word)
      ? word
      : word.replace(/[aeiouy]/gi, (vowel) => OTHER_VOWELS[VOWELS.indexOf(vowel)]!),
  );

/** Makes `'U práva'` of `'Vaše práva'`: Czech binds a one-letter word to the next one. */
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
      readFileSync(file, 'utf8').replace(COMMENT_OR_TEXT, (found: string, ...rest) => {
        const { property, text } = rest.at(-1) as { property?: string; text?: string };
        return text && isShown(text, property) ? found.replace(text, () => change(text)) : found;
      }),
    );
  }
}

/** Says whether a page shows a text: `'Home'`, `'a table'`, a template, or `label: 'open'`. */
const isShown = (text: string, property?: string) =>
  /^.\p{Lu}| |^`/u.test(text) ||
  (property !== undefined && /^.\p{Ll}+.$/u.test(text) && !CODE_PROPERTIES.test(property));

/** Empties the lists of claims of a copy of the site. */
export function dropClaims(root: string): void {
  const file = join(root, FOLDER, 'claims.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/ = \[[^]*?\];/g, ' = [];'));
}
