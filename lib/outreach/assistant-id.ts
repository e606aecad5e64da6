/** The database checks the same pattern. */
export const ASSISTANT_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Returns a UUID as the provider writes it: QR codes are often in capitals. */
export function parseAssistantId(text = ''): string | null {
  if (!ASSISTANT_ID_PATTERN.test(text)) return null;
  return isUuid(text) ? text.toLowerCase() : text;
}
