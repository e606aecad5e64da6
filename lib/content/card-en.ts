import { en } from './en';

/** The text of the social card that `npm run brand` draws. */
export const cardEn = {
  title: en.hero.title,
  text: 'AI that picks up the phone, keeps your CRM in order and fills your calendar. 24/7.',
};
