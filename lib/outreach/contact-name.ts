// A name from a link is shown on our own domain, so text that is not a name must not pass. It is
// shown whole or not at all (docs/decisions/015).

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

/** What programs write for no name (`Jan null`), and the dots of a name that was cut (`Nov..`). */
const NO_NAME = /(?:^| )(?:null|NULL|None|undefined)(?: |$)|\.\./;

/** A title before a name has at most five letters, or a capital inside: `Mgr. et PaedDr.` */
const TITLE_BEFORE = /^(?:[^ .]{1,5}\.|[^ .]{0,4}\p{Ll}\p{Lu}[^ .]{0,2}\.|et)$/u;
/** After a comma also a word with two capitals (`Ph.D. MBA`), or one short word. */
const TITLE_AFTER = /.\.$|\p{Lu}.*\p{Lu}/u;
const SHORT_WORD = /^\p{L}{1,5}$/u;

const areTitlesBefore = (text: string) =>
  text
    .replaceAll('.', '. ')
    .trim()
    .split(/ +/)
    .every((word) => TITLE_BEFORE.test(word));

const areTitlesAfter = (text: string) =>
  SHORT_WORD.test(text) || text.split(' ').every((word) => TITLE_AFTER.test(word));

/** A dot, and the word after it. No lookbehind: Safari 15.4 couldn't parse the browser's script. */
const DOT_AND_WORD = /\.(?=(\p{L}{2,}\.?))/gu;
/** What a title may be joined to: a name (`Bc.Jana`), or another title (`Ing.arch.`, `Ing.Bc.`). */
const AFTER_TITLE = /^(?:\p{Lu}\p{L}{2,}\.?|\p{Lu}\p{L}\.|\p{Ll}{3,4}\.)$/u;
const ADDRESS_END =
  /^(?:app|biz|com|cz|de|dev|eu|info|name|net|online|org|pro|shop|site|sk|uk|xyz)\.?$/i;

/** Whether a dot joins words as in a web address, and not as titles of a name. */
function looksLikeLink(text: string, hasName: boolean): boolean {
  const letters = text.replace(/[\p{M}'-]/gu, '');
  return [...letters.matchAll(DOT_AND_WORD)].some(({ 1: word = '', index }) => {
    const before = letters.slice(0, index);
    // `example.cz`, `t.co`
    const isJoined = /\p{L}{2}$/u.test(before) || /^\p{Ll}{2}/u.test(word);
    // `Seznam.Fr.` has no name, so its parts are no titles.
    const isTitled = hasName && AFTER_TITLE.test(word) && areTitlesBefore(`${before}.`);
    return isJoined && (!isTitled || ADDRESS_END.test(word));
  });
}

/** Whether each part is of letters, no part is a link, and behind the name are only titles. */
function arePartsOfName(parts: readonly string[]): boolean {
  if (!parts.every((part) => NAME_PATTERN.test(part) && LETTER.test(part))) return false;
  const nameIndex = parts.findIndex((part) => !areTitlesBefore(part));
  const hasTitlesBehind = parts.slice(nameIndex + 1).every(areTitlesAfter);
  return hasTitlesBehind && !parts.some((part) => looksLikeLink(part, nameIndex >= 0));
}

/** Null if it is not safe to show on our own domain. */
export function cleanContactName(text: string | undefined): string | null {
  if (!text || text.length > TYPED_MAX_LENGTH) return null;
  const name = text
    .replace(/\p{DI}+/gu, '')
    .normalize('NFC')
    .replace(/[´`‘’‛′＇]/g, "'")
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\p{Z}+/gu, ' ')
    .replace(/ ?, ?/g, ', ')
    .trim();
  if ([...name].length > NAME_MAX_LENGTH || NO_NAME.test(name)) return null;
  return arePartsOfName(name.split(', ')) ? name : null;
}
