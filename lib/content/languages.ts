import type { Language } from '@/lib/language';
import type { CallCopy } from './call-en';
import { callCopyCs } from './call-cs';
import { callCopyEn } from './call-en';
import { type PersonalCopy, personalCopyCs } from './personal-cs';
import { personalCopyEn } from './personal-en';
import type { PrivacyCopy } from './privacy';
import { writePrivacyCs } from './privacy-cs';
import { writePrivacyEn } from './privacy-en';

interface LanguageTexts {
  page: PersonalCopy;
  call: CallCopy;
  /** @param months how long requests and records of personal links are kept */
  writePrivacy: (months: number) => PrivacyCopy;
}

/** For the server: a page sends the browser the texts of its own language. */
export const TEXTS: Readonly<Record<Language, LanguageTexts>> = {
  en: { page: personalCopyEn, call: callCopyEn, writePrivacy: writePrivacyEn },
  cs: { page: personalCopyCs, call: callCopyCs, writePrivacy: writePrivacyCs },
};
