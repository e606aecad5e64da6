import type { Language } from '@/lib/language';
import { errorCopyCs } from './error-cs';
import { errorCopyEn, type ErrorCopy } from './error-en';

/**
 * Texts of the error pages. Not in `TEXTS`, because these pages send what they import to the
 * browser.
 */
export const ERROR_TEXTS: Readonly<Record<Language, ErrorCopy>> = {
  en: errorCopyEn,
  cs: errorCopyCs,
};
