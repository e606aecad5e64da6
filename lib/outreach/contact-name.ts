/** In characters as people count them, not UTF-16 units. */
export const NAME_MAX = 60;

// Three combining marks a letter are enough for every script; a pile of them would cover the page.
const NAME = /^(?:\p{L}\p{M}{0,3}|[ .'-])+$/u;
const LETTER = /\p{L}/u;
/** Two or more letters on both sides of a dot without a space, as in `example.cz`. */
const DOTTED_WORDS = /(?:\p{L}[\p{M}'-]*){2}\.['-]*(?:\p{L}[\p{M}'-]*){2}/u;
/** A dot directly before small letters, as in `t.co`; initials go on with a capital: `J.Novák`. */
const DOTTED_ENDING = /\.\p{Ll}\p{M}*\p{Ll}/u;

/**
 * Makes the name of a personal link fit to be shown on our own domain (docs/behaviour.md, section 2).
 * It is kept whole or dropped whole: only letters of any script, spaces and `.'-`, at most 60 characters, and
 * nothing that reads as a link. Composes accents (NFC), turns `’` into `'` and any run of spaces into one.
 *
 * @returns the name, or null when there is none to show
 */
export function cleanContactName(text: string | undefined): string | null {
  if (!text) return null;
  const name = text
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  if ([...name].length > NAME_MAX) return null;
  if (!NAME.test(name) || !LETTER.test(name)) return null;
  return DOTTED_WORDS.test(name) || DOTTED_ENDING.test(name) ? null : name;
}
