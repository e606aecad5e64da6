/** Matches one of these texts, whatever signs they have. */
export const matchAny = (texts: readonly string[]) =>
  new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'));
