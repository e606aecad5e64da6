// Our own links and the database use the strict pattern. Ids from a visitor's link are unwrapped
// first: what is not part of an id is removed from both ends, and from the end the text fragment
// and the text that was shared with the link. A UUID also loses the `_` or `-` at its end, which
// other ids may have.

/** The database checks the same pattern. */
export const ASSISTANT_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** An HTML entity, punctuation, a symbol, a space or an invisible character; not `-` or `_`. */
const WRAPPER = String.raw`(?:&#?\w+;|(?![\w-]|&#?\w+;)[\p{P}\p{S}\p{Z}\p{C}\p{DI}])`;
/** After an empty line, or of two words; less may be the rest of an id. */
const TEXT_BEHIND = String.raw`(?:\n\s*\n|\s+\p{L}\S*\s+\p{L}).*`;
/** `“demo-cs”.` → `demo-cs`, `demo-cs#:~:text=a` → `demo-cs`; not `/a`, the end of a path. */
const WRAPPED_ID = new RegExp(
  String.raw`^(?:(?![/\\])${WRAPPER})*([\w-]{1,64})(?:#.*|${WRAPPER}*(?:${TEXT_BEHIND})?)$`,
  'su',
);

/** The source of a pattern without regard to case. */
export const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
/** `_…_` of a mail program around a UUID: `1b4e28ba-…_` → `1b4e28ba-…` */
const MARKED_UUID = new RegExp(`^(${UUID})[_-]*$`, 'i');

/** An id and what may be around it, such as the text fragment of a link. */
const MAX_WRAPPED_LENGTH = 1024;

/** Returns the id if it is well-formed, otherwise null. */
export function parseAssistantId(text: string | undefined): string | null {
  return text !== undefined && ASSISTANT_ID_PATTERN.test(text) ? text : null;
}

/** Writes a UUID as the provider does: QR codes are often in capitals. Leaves other ids alone. */
export const normalizeUuid = (id: string) =>
  id.replace(MARKED_UUID, (_, uuid: string) => uuid.toLowerCase());

/** Removes what mail programs add around an id; null if there is no id. */
export function unwrapAssistantId(text: string): string | null {
  if (text.length > MAX_WRAPPED_LENGTH) return null;
  const id = WRAPPED_ID.exec(text)?.[1];
  return id === undefined ? null : normalizeUuid(id);
}
