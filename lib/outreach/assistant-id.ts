/** The database checks the same pattern. */
export const ASSISTANT_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i');

export const isUuid = (text: string) => WHOLE_UUID.test(text);

/** Writes a UUID as the provider does: QR codes are often in capitals. Leaves other ids alone. */
export const normalizeUuid = (id: string) => (isUuid(id) ? id.toLowerCase() : id);

export const parseAssistantId = (text = ''): string | null =>
  ASSISTANT_ID_PATTERN.test(text) ? normalizeUuid(text) : null;
