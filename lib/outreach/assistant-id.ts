/** What an assistant's id looks like; the database holds its rows to the same pattern. */
export const ASSISTANT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The id if it is well-formed, else null. */
export function readAssistantId(text: string | undefined): string | null {
  return text !== undefined && ASSISTANT_ID.test(text) ? text : null;
}
