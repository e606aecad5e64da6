/** The languages in which a visitor can talk to the assistant. */
export type Language = 'en' | 'cs';
