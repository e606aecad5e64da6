/** @jest-environment node */
import { createHash } from 'node:crypto';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { lastChanged, site } from '@/lib/content/site';
import { servicesEn } from '@/lib/content/services-en';
import { TEXTS } from '@/lib/content/languages';
import { imprintTitle, privacyMeta } from '@/lib/content/privacy';

const words = {
  '/': [en, contactCopyEn, servicesEn],
  '/privacy': [
    ...Object.values(TEXTS).map(({ writePrivacy }) => writePrivacy(12)),
    ...[privacyMeta, imprintTitle, site.imprint],
  ],
};

test.each(Object.entries(words))('has the date of the last change of %s', (path, copy) => {
  const known = lastChanged[path as keyof typeof lastChanged];
  const hash = createHash('sha256').update(JSON.stringify(copy)).digest('hex').slice(0, 12);
  const hint = 'The words changed: set the date to today and the hash to this one.';
  expect({ hint, hash }).toEqual({ hint, hash: known.hash });
});

test('watches every page of the sitemap', () => {
  expect(Object.keys(lastChanged)).toEqual(Object.keys(words));
});
