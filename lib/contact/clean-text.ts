/** Lone surrogates cannot be stored as UTF-8; older browsers have no `toWellFormed`. */
export const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Returns what is sent of a text of several lines, and counted towards its limit. */
export function cleanText(text: string): string {
  return replaceLoneSurrogates(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}<>]/gu, '')
    .trim();
}
