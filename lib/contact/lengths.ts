// Apart from the schema, so that a page can import them without zod.

/** Lengths count UTF-16 units, as the browser's counter does. */
export const MESSAGE_MAX_LENGTH = 1000;
export const EMAIL_MAX_LENGTH = 254;
