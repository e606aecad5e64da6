/** In characters as people count them, not UTF-16 units. */
export const NAME_MAX = 60;

// Three combining marks a letter are enough for every script; a pile of them would cover the page.
const NAME = /^(?:\p{L}\p{M}{0,3}|[ .'-])+$/u;
/** What may stand behind a comma, without its dots and spaces. */
const DEGREES = new Set(
  'artd ba bba csc dba dis drhc drsc dsc lld llb llm ma mba mha mim mpa mph msc phd thd'.split(' '),
);
const LETTER = /\p{L}/u;
/** Two or more letters on both sides of a dot without a space, as in `example.cz`. */
const DOTTED_WORDS = /(?:\p{L}[\p{M}'-]*){2}\.['-]*(?:\p{L}[\p{M}'-]*){2}/u;
/** A dot directly before small letters, as in `t.co`; initials go on with a capital: `J.Novák`. */
const DOTTED_ENDING = /\.\p{Ll}\p{M}*\p{Ll}/u;

/**
 * Makes the name of a personal link fit to be shown on our own domain (docs/behaviour.md, section 2).
 * It is kept whole or dropped whole: only letters of any script, spaces and `.'-`, behind commas known degrees, at most
 * 60 characters, and nothing that reads as a link. Composes accents (NFC), turns `’` into `'` and any run of spaces into one.
 *
 * @returns the name, or null when there is none to show
 */
export function cleanContactName(text: string | undefined): string | null {
  if (!text) return null;
  const whole = text
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/ ?, ?/g, ', ')
    .trim();
  if ([...whole].length > NAME_MAX) return null;
  const [name = '', ...degrees] = whole.split(', ');
  if (!NAME.test(name) || !LETTER.test(name)) return null;
  if (DOTTED_WORDS.test(name) || DOTTED_ENDING.test(name)) return null;
  const known = (degree: string) => DEGREES.has(degree.replace(/[ .]/g, '').toLowerCase());
  return degrees.every(known) ? whole : null;
}
