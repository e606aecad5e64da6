/**
 * Sets no-break spaces by the rules of Czech typography: behind prepositions and conjunctions of one letter, between a
 * number and what it counts, and behind a section sign. Source: ČSN 01 6910.
 *
 * @returns the text, otherwise unchanged
 */
export function withCzechSpaces(text: string): string {
  return text
    .replace(/(?<![\p{L}\d])([ksvzouai]) (?=\S)/giu, '$1\u00a0')
    .replace(/(\d[.%]?) (?=[\p{L}\d%€$])/gu, '$1\u00a0')
    .replace(/§ (?=\d)/g, '§\u00a0');
}
