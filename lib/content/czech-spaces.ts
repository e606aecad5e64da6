/**
 * Sets no-break spaces by the rules of Czech typography: behind prepositions and conjunctions of one letter, between a
 * number and what it counts, and behind a section sign. Source: ČSN 01 6910.
 *
 * @param texts a text, or an object or array of texts
 * @returns the same, otherwise unchanged
 */
export function withCzechSpaces<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string')
    return texts
      .replace(/(?<![\p{L}\d])([ksvzouai]) (?=\S)/giu, '$1\u00a0')
      .replace(/(\d[.%]?) (?=[\p{L}\d%€$])/gu, '$1\u00a0')
      .replace(/§ (?=\d)/g, '§\u00a0') as Texts;
  if (Array.isArray(texts)) return texts.map(withCzechSpaces) as Texts;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, withCzechSpaces(text as unknown)]),
  ) as Texts;
}
