import { en } from './en';

/** What stands on the picture of a shared link, besides the brand. `npm run brand` draws it. */
export const cardEn = {
  title: en.hero.title,
  text: 'AI that picks up the phone, keeps your CRM in order and fills your calendar. 24/7.',
};
