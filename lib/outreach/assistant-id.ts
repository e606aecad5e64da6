/** What an assistant's id looks like; the database holds its rows to the same pattern. */
export const ASSISTANT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** An HTML entity, punctuation, a symbol, a space or an invisible character; not `-` or `_`. */
const AROUND = String.raw`(?:&#?\w+;|(?![\w-]|&#?\w+;)[\p{P}\p{S}\p{Z}\p{C}\p{DI}])`;
// An id behind a slash would be the end of a path, and no id.
const WRAPPED_ID = new RegExp(
  String.raw`^(?:(?![/\\])${AROUND})*([\w-]{1,64})(?:#.*|${AROUND}*)$`,
  'su',
);

/** The id if it is well-formed, otherwise null. */
export function readAssistantId(text: string | undefined): string | null {
  return text !== undefined && ASSISTANT_ID.test(text) ? text : null;
}

/** The id without what mail programs add around it, or null where there is none. */
export function unwrapAssistantId(text: string): string | null {
  return WRAPPED_ID.exec(text)?.[1] ?? null;
}
