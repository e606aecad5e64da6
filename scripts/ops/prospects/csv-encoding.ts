import { TEXTS } from '@/lib/content/languages';

/** Excel's encodings in Central and Western Europe. */
const EXCEL_ENCODINGS = ['windows-1250', 'windows-1252'];

/** Matches words with a letter of our languages that is UTF-8 but was read as Excel's encoding. */
function buildMisreadPattern(): RegExp {
  const letters = JSON.stringify(Object.values(TEXTS)).match(/[^\p{ASCII}\P{L}]/gu) ?? [];
  const cases = letters.flatMap((letter) => [letter.toLowerCase(), letter.toUpperCase()]);
  const bytes = [...new Set(cases)]
    .filter(isNotAscii)
    .map((letter) => new TextEncoder().encode(letter));
  const misread = EXCEL_ENCODINGS.flatMap((encoding) => {
    const decoder = new TextDecoder(encoding);
    return bytes.map((letter) => decoder.decode(letter));
  });
  return new RegExp(`\\S*(?:${[...new Set(misread)].join('|')})\\S*`);
}

const isNotAscii = (letter: string) => !/^\p{ASCII}+$/u.test(letter);

/** Decodes a table. `hasBom`: whether the links need a mark, so that Excel detects UTF-8. */
export function decodeTable(
  bytes: Uint8Array,
  requested?: string,
): { text: string; hasBom: boolean; name: string } {
  const markedEncoding = detectMarkedEncoding(bytes);
  const decoder = createDecoder(markedEncoding ?? requested ?? 'utf-8');
  const name = decoder.encoding.replace(/^utf-.*/, (utf) => utf.toUpperCase());
  if (markedEncoding && requested && createDecoder(requested).encoding !== decoder.encoding)
    throw new Error(`The file begins with the mark of ${name}: leave out --encoding.`);
  if (!name.startsWith('UTF') && isUtf8WithAccents(bytes))
    throw new Error(`The file is UTF-8, not ${name}: leave out --encoding.`);
  const text = decodeAll(bytes, decoder);
  if (text === undefined) {
    const advice =
      'In Excel save it as "CSV UTF-8", or add --encoding windows-1250, which Czech Excel writes.';
    throw new Error(`The file is not ${name}. ${advice}`);
  }
  if (text.includes('\0'))
    throw new Error('The file is UTF-16 without a mark, or no text: save it as "CSV UTF-8".');
  const [misread] = buildMisreadPattern().exec(text) ?? [];
  if (misread) {
    const what = `A program has read the file in a wrong encoding and saved it: it has "${misread}".`;
    throw new Error(`${what} Export it again as "CSV UTF-8".`);
  }
  // In one form, because csv-parse counts a line break of two characters in a cell twice.
  return {
    text: text.replace(/\r\n?/g, '\n'),
    hasBom: name !== 'UTF-8' || markedEncoding !== undefined,
    name,
  };
}

/** Reads the byte order mark: Excel also writes UTF-16. */
function detectMarkedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Error('--encoding must be the name of an encoding, such as windows-1250.');
  }
}

function decodeAll(bytes: Uint8Array, decoder: TextDecoder): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const isUtf8WithAccents = (bytes: Uint8Array) =>
  bytes.some((byte) => byte > 0x7f) && decodeAll(bytes, createDecoder('utf-8')) !== undefined;
