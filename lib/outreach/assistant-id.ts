/** The database checks the same pattern. */
export const ASSISTANT_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i');

const MAX_VALUE_LENGTH = 1024;
/** Before the id; and a space, also between two words. */
const ENTITIES = /^(?:&#?\w+;)+|&(?:nbsp|#160|#xa0);/gi;
/** Another parameter or entity, a text fragment, a text after an empty line or of two words. */
const REST = /(?:[&#]|\n\s*\n|\s+\p{L}\S*\s+\p{L}).*$/su;
/** Punctuation, symbols, spaces and invisible characters; a slash before it ends a path. */
const SIGNS_AROUND =
  /^(?:(?![\w/\\-])[\p{P}\p{S}\p{Z}\p{C}\p{DI}])+|(?:(?![\w-])[\p{P}\p{S}\p{Z}\p{C}\p{DI}])+$/gu;
/** In _italics_, or behind what is left of a quoted-printable `=3D`. */
const UUID_AND_SIGNS = new RegExp(`^(?:3D)?(${UUID})[_-]*$`, 'i');

export const isUuid = (text: string) => WHOLE_UUID.test(text);

/** Writes a UUID as the provider does: QR codes are often in capitals. Leaves other ids alone. */
export const normalizeUuid = (id: string) => (isUuid(id) ? id.toLowerCase() : id);

export const parseAssistantId = (text = ''): string | null =>
  ASSISTANT_ID_PATTERN.test(text) ? normalizeUuid(text) : null;

/** Finds the id in what mail programs make of it; null if there is none. Of `a b` there is none. */
export function findLinkedAssistantId(value: string): string | null {
  if (value.length > MAX_VALUE_LENGTH) return null;
  const id = value
    .replace(ENTITIES, ' ')
    .replace(SIGNS_AROUND, '')
    .replace(REST, '')
    .replace(SIGNS_AROUND, '')
    .replace(UUID_AND_SIGNS, '$1');
  return parseAssistantId(id);
}
