// A name from a link is shown on our own domain, so text that is not a name must not pass. It is
// normalized and split at commas: titles, one name of letters, then only titles. Longer words that
// a dot joins are a web address, unless they are titles, with at most one name after them.

/** Counts code points, not UTF-16 units. */
export const NAME_MAX_LENGTH = 60;
/** In UTF-16 units: leaves room for accents as separate marks, and for invisible characters. */
const TYPED_MAX_LENGTH = 500;

/**
 * `J. O'Hara-Nguyễn`, not `Jan 2`. Three combining marks per letter are enough for every script;
 * more would cover the page. Spacing accents, except the letters ʻ and ʼ, come from misread text.
 */
const NAME_PATTERN = /^(?:(?![\u02b0-\u02ba\u02bd-\u02ff])\p{L}\p{M}{0,3}|[ .'-])+$/u;
const LETTER = /\p{L}/u;
/** Two or more letters on both sides of a dot: `example.cz`, not `J.Novák`. */
const DOTTED_WORDS = /(?:\p{L}[\p{M}'-]*){2}\.['-]*(?:\p{L}[\p{M}'-]*){2}/u;
/** A dot before two lower-case letters: `t.co`, not `J.Novák`. */
const DOTTED_ENDING = /\.\p{Ll}\p{M}*\p{Ll}/u;

/** What programs write for no name (`Jan null`), and the dots of a name that was cut (`Nov..`). */
const NO_NAME = /(?:^| )(?:null|NULL|None|undefined)(?: |$)|\.\./;

/** Titles before and after a name, in lower case, without dots and hyphens. */
const TITLES = new Set(
  [
    'akadarch akadmal akadsoch bc bca dipling doc dr drhc dring ing ingarch judr mag mddr mga mgr',
    'mgrart mr mrs ms mudr mvdr paeddr pharmdr phdr phmr prof rcdr rndr rsdr thdr thlic',
    'et mult msdr rtdr jr sr ml st',
    'acca acma artd ba bba bcom beng bfa bsc caia ceng cfa cgma cia cima cisa cism cpa csc dba dds',
    'dis dphil drsc dsc dvm edd emba fcca frics frm jd lld llb llm ma mba mcom md meng mfa mha mim',
    'mpa mph mphil mres mrics msc msw pharmd phd pmp psyd thd',
  ].flatMap((line) => line.split(' ')),
);
/** A capitalised word of at least three letters or an initial; not `Ing.Cz` or `ING.COM`. */
const NAME_AFTER_TITLE = /^\p{Lu}\p{M}*(?:['.]|\p{Ll}\p{M}*\p{L})/u;
/** Top-level domains that look like a name after a title, as in `Bc.Info`. */
const TOP_LEVEL_DOMAINS = new Set(
  'app biz com dev info name net online org pro shop site xyz'.split(' '),
);
/** `ing.arch`, not `Ing.Arch.` */
const LOWER_CASE_LAST_PART = /\.\p{Ll}[^.]*$/u;

/** `Ing.arch. Jan` → `Ing.`, `arch.`, `Jan` */
const splitAtDots = (text: string): string[] => text.match(/[^ .]+\.?/g) ?? [];
/** `Ph.D.` → `phd` */
const normalizeTitle = (text: string) => text.replace(/[.-]/g, '').toLowerCase();

const isTitle = (words: string[]) => TITLES.has(normalizeTitle(words.join('')));

/**
 * Returns the words after as many titles as possible. One title may have up to four words
 * (`dr. h. c.`), and words may be read in two ways: `Dr.Ing.` is one title or two.
 */
function skipTitles(words: string[]): string[] {
  return [1, 2, 3, 4]
    .filter((count) => isTitle(words.slice(0, count)))
    .map((count) => skipTitles(words.slice(count)))
    .reduce((shortest, rest) => (rest.length < shortest.length ? rest : shortest), words);
}

function isTitleList(text: string): boolean {
  const words = splitAtDots(text);
  return words.length > 0 && skipTitles(words).length === 0;
}

const hasDottedWord = (text: string) => DOTTED_WORDS.test(text) || DOTTED_ENDING.test(text);

/** Whether a word looks like a web address, and not like joined titles: `Bc.Jana`, `Ing.arch.` */
function looksLikeLink(text: string): boolean {
  if (!hasDottedWord(text)) return false;
  const words = splitAtDots(text);
  const nameWords = skipTitles(words);
  if (nameWords.length === words.length) return true;
  if (nameWords.length === 0) return LOWER_CASE_LAST_PART.test(text);
  const name = nameWords.join('');
  return (
    !NAME_AFTER_TITLE.test(name) ||
    TOP_LEVEL_DOMAINS.has(normalizeTitle(name)) ||
    hasDottedWord(name)
  );
}

/**
 * Normalizes the name in a personal link and returns it only if it is safe to show on our own
 * domain (docs/decisions/015), otherwise null.
 */
export function cleanContactName(text: string | undefined): string | null {
  if (!text || text.length > TYPED_MAX_LENGTH) return null;
  const normalized = text
    .replace(/\p{DI}+/gu, '')
    .normalize('NFC')
    .replace(/[´`‘’‛′＇]/g, "'")
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\p{Z}+/gu, ' ')
    .replace(/ ?, ?/g, ', ')
    .trim();
  if ([...normalized].length > NAME_MAX_LENGTH) return null;
  const parts = normalized.split(', ');
  const nameIndex = Math.max(
    parts.findIndex((part) => !isTitleList(part)),
    0,
  );
  const name = parts[nameIndex] ?? '';
  if (!NAME_PATTERN.test(name) || !LETTER.test(name) || NO_NAME.test(name)) return null;
  if (!parts.slice(nameIndex + 1).every(isTitleList)) return null;
  return normalized.split(/[ ,]+/).some(looksLikeLink) ? null : normalized;
}
