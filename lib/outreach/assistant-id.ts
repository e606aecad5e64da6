/** The database checks the same pattern. */
export const ASSISTANT_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i');

/** Punctuation, a symbol, a space or an invisible character; not `-`, `_` or an HTML entity. */
const SIGN = String.raw`(?:(?![\w-]|&#?\w)[\p{P}\p{S}\p{Z}\p{C}\p{DI}])`;
/** Another parameter, a text fragment, a text after an empty line or of two words. */
const REST = String.raw`(?:[&#]|\n\s*\n|\s+\p{L}\S*\s+\p{L}).*`;
/**
 * `“demo-cs”.`, `demo-cs&nbsp;`, `demo-cs#:~:text=a`, a UUID in _italics_ or behind what is left of
 * a quoted-printable `=3D`. Not `/a`, the end of a path, `a b`, or `3Da`, which may be an id.
 */
const ID_IN_LINK = new RegExp(
  String.raw`^(?:3D(?=${UUID}))?(?:&#?\w+;|(?![/\\])${SIGN})*([\w-]+?)` +
    String.raw`(?:(?<=${UUID})[_-]+)?${SIGN}*(?:${REST})?$`,
  'isu',
);
const MAX_VALUE_LENGTH = 1024;

/** Writes a UUID as the provider does: QR codes are often in capitals. Leaves other ids alone. */
export const normalizeUuid = (id: string) => (WHOLE_UUID.test(id) ? id.toLowerCase() : id);

export const parseAssistantId = (text = ''): string | null =>
  ASSISTANT_ID_PATTERN.test(text) ? normalizeUuid(text) : null;

/** Finds the id in what mail programs make of it; null if there is none. */
export const readLinkedAssistantId = (value: string): string | null =>
  value.length > MAX_VALUE_LENGTH ? null : parseAssistantId(ID_IN_LINK.exec(value)?.[1]);
