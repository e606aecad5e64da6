import { type Language, LANGUAGE_CODES } from '@/lib/language';
import { keptByDatabase, keptForSeconds } from '@/lib/retention';
import { site } from './site';

export interface PrivacyCopy {
  title: string;
  intro: string;
  /** Each line of `text` is a paragraph. */
  parts: readonly { title: string; text: string; points?: readonly string[] }[];
  /** The link to it in the notices of the other languages. */
  readHere: string;
}

const { controller } = site;
export const controllerName = controller.name + (controller.address && `, ${controller.address}`);

export const imprintTitle: Readonly<Record<Language, string>> = {
  en: 'Imprint',
  cs: 'Provozovatel',
};

/** The imprint's id on `/privacy`: ids are unique, and the page has it in every language. */
export const getImprintId = (language: Language) =>
  language === LANGUAGE_CODES[0] ? 'imprint' : `imprint-${language}`;

/** How long data is kept, in the unit of the name. */
export const KEPT = {
  pageMinutes: keptForSeconds.pageAddress / 60,
  formMinutes: keptForSeconds.formAddress / 60,
  emailHours: keptForSeconds.formEmail / 3600,
  cookieMinutes: keptForSeconds.formCookie / 60,
  ...keptByDatabase,
};

export function listLanguages(language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return LANGUAGE_CODES.map((code) => names.of(code)).join(', ');
}

export const privacyMeta = {
  title: `Privacy notice: requests, calls and demos | ${site.shortBrand}`,
  description:
    `What ${site.brand} keeps when you send a request, call the AI phone assistant or open a ` +
    'demo link, for how long, who processes it and your rights.',
};
