/** No-break spaces by ČSN 01 6910: texts are typed with ordinary ones. */
export function addCzechSpaces<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string')
    return texts
      .replace(/(?<![\p{L}\d])([ksvzouai]) (?=\S)/giu, '$1\u00a0')
      .replace(/(\d[.%]?|\{(?:minutes|seconds|max)\}) (?=[\p{L}\d%€$])/gu, '$1\u00a0')
      .replace(/§ (?=\d)/g, '§\u00a0') as Texts;
  if (Array.isArray(texts)) return texts.map(addCzechSpaces) as Texts;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, addCzechSpaces(text as unknown)]),
  ) as Texts;
}
