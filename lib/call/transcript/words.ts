/** Tags that tell a voice how to speak: `[warmly]`, `<break time="1s"/>`, `</spell>`. */
const TAGS = / ?(?:(?:<[^<>\s][^<>]*>|\[[^[\]]*\]) ?)+([.,;:!?…]?)/g;

/** A tag or a link whose end has not come yet. */
const UNFINISHED_TAG = /(?:<(?!\s)|\[)[^<>[\]]*(?:\]\([^()]*)?$/;

/** Signs of emphasis are words between these: `2 * 3`, `2*3`, `first_name`. */
const AROUND_SIGN = /^(?:\s\s|\d\d)$/;
const AROUND_UNDERSCORE = /^(?:\s\s|[\p{L}\p{N}]{2})$/u;

/** Removes the tags of a voice and Markdown, which are not said. */
export function removeMarkup(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|[-*+>])[ \t]+/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[ \t]+/g, ' ')
    .replace(UNFINISHED_TAG, '')
    .replace(TAGS, (_, sign: string) => sign || ' ')
    .replace(/[*~`]+|_+/g, (signs, at: number, whole: string) => {
      const around = `${whole[at - 1] ?? ''}${whole[at + signs.length] ?? ''}`;
      const isWord = signs.startsWith('_') ? AROUND_UNDERSCORE : AROUND_SIGN;
      return isWord.test(around) ? signs : '';
    })
    .trim();
}

/** Without case, signs and spaces, which differ when words come again; signs alone are kept. */
const toLetters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '') || text;

export const listWords = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}\p{M}\s-]/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .split(/[\s-]+/)
    .filter(Boolean);

export const isSameText = (text: string, other: string) => toLetters(text) === toLetters(other);

export const isBeginning = (text: string, whole: string) =>
  toLetters(whole).startsWith(toLetters(text));

/** The share of words that others contain, 0–1. */
export function measureOverlap(words: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return words.filter((word) => known.has(word)).length / words.length;
}

/** A correction keeps at least this share of the words; two sentences rarely share so many. */
const CORRECTION_OVERLAP = 0.5;

/** Whether one text is the beginning of the other, or a correction of it. */
export function isSameSentence(text: string, other: string): boolean {
  const [letters, otherLetters] = [toLetters(text), toLetters(other)];
  if (letters.startsWith(otherLetters) || otherLetters.startsWith(letters)) return true;
  const [shorter = [], longer = []] = [text, other]
    .map(listWords)
    .sort((words, others) => words.length - others.length);
  return measureOverlap(shorter, longer) >= CORRECTION_OVERLAP;
}
