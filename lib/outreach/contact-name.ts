/** In characters as people count them, not UTF-16 units. */
export const NAME_MAX = 60;

// Three combining marks a letter are enough for every script; a pile of them would cover the page.
const NAME = /^(?:\p{L}\p{M}{0,3}|[ .'-])+$/u;
const LETTER = /\p{L}/u;
/** Two or more letters on both sides of a dot without a space, as in `example.cz`. */
const DOTTED_WORDS = /(?:\p{L}[\p{M}'-]*){2}\.['-]*(?:\p{L}[\p{M}'-]*){2}/u;
/** A dot directly before small letters, as in `t.co`; initials go on with a capital: `J.Novák`. */
const DOTTED_ENDING = /\.\p{Ll}\p{M}*\p{Ll}/u;

/** Titles and degrees in small letters, without dots, spaces and hyphens. */
const TITLES = new Set(
  [
    'akadarch akadmal akadsoch bc bca dipling doc dr drhc dring ing ingarch judr mag mddr mga mgr',
    'mgrart mr mrs ms mudr mvdr paeddr pharmdr phdr phmr prof rcdr rndr rsdr thdr thlic',
    'acca acma artd ba bba bcom beng bfa bsc caia ceng cfa cgma cia cima cisa cism cpa csc dba dds',
    'dis dphil drsc dsc dvm edd emba fcca frics frm jd lld llb llm ma mba mcom md meng mfa mha mim',
    'mpa mph mphil mres mrics msc msw pharmd phd pmp psyd thd',
  ].flatMap((line) => line.split(' ')),
);
/** The longest title in words: `A. C. C. A.` */
const TITLE_WORDS = 4;
/** A capitalised word of at least three letters, or an initial, not `Ing.Cz` or `ING.COM`. */
const NAME_AFTER_TITLE = /^\p{Lu}\p{M}*(?:['.]|\p{Ll}\p{M}*\p{L})/u;
/** Top-level domains that look like a name after a title: `Bc.Info`. */
const DOMAINS = new Set('app biz com dev info name net online org pro shop site xyz'.split(' '));
const SMALL_ENDING = /\.\p{Ll}[^.]*$/u;

/** Splits at spaces and after dots. */
const wordsOf = (text: string): string[] => text.match(/[^ .]+\.?/g) ?? [];
const bare = (text: string) => text.replace(/[.-]/g, '').toLowerCase();

/** Whether the words are titles and nothing else. One title may have several: `dr. h. c.` */
function areTitles(words: string[]): boolean {
  if (words.length === 0) return true;
  for (let count = Math.min(words.length, TITLE_WORDS); count > 0; count -= 1) {
    const isTitle = TITLES.has(bare(words.slice(0, count).join('')));
    if (isTitle && areTitles(words.slice(count))) return true;
  }
  return false;
}

const isTitleList = (text: string) => {
  const words = wordsOf(text);
  return words.length > 0 && areTitles(words);
};
const looksDotted = (text: string) => DOTTED_WORDS.test(text) || DOTTED_ENDING.test(text);

/** @param text without spaces; the titles that it begins with need none: `Bc.Jana`, `Ing.arch.` */
function readsAsLink(text: string): boolean {
  if (!looksDotted(text)) return false;
  const words = wordsOf(text);
  let titles = words.length;
  while (!areTitles(words.slice(0, titles))) titles -= 1;
  if (titles === 0) return true;
  const name = words.slice(titles).join('');
  if (name === '') return SMALL_ENDING.test(text);
  return !NAME_AFTER_TITLE.test(name) || DOMAINS.has(bare(name)) || looksDotted(name);
}

/**
 * Makes the name of a personal link fit to be shown on our own domain (docs/decisions/015).
 * Drops invisible characters, replaces look-alikes of spaces, hyphens and apostrophes, and composes
 * accents (NFC). What remains is kept whole or dropped whole.
 *
 * @returns the name, or null when there is none to show
 */
export function cleanContactName(text: string | undefined): string | null {
  if (!text) return null;
  const whole = text
    .replace(/\p{DI}+/gu, '')
    .normalize('NFC')
    .replace(/[´`‘’‛′＇]/g, "'")
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\p{Z}+/gu, ' ')
    .replace(/ ?, ?/g, ', ')
    .trim();
  if ([...whole].length > NAME_MAX) return null;
  const parts = whole.split(', ');
  const nameAt = Math.max(
    parts.findIndex((part) => !isTitleList(part)),
    0,
  );
  const name = parts[nameAt] ?? '';
  if (!NAME.test(name) || !LETTER.test(name)) return null;
  if (!parts.slice(nameAt + 1).every(isTitleList)) return null;
  return whole.split(/[ ,]+/).some(readsAsLink) ? null : whole;
}
